// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.isolation;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** Finds control groups that this JVM left on the real host. */
public final class LeftoverControlGroups {
  private LeftoverControlGroups() {}

  /** Folders of such groups; {@code find} tolerates foreign groups that disappear meanwhile. */
  public static List<String> ofThisJvm() throws Exception {
    String name = "lighter-" + ProcessHandle.current().pid() + "-*";
    Process find =
        new ProcessBuilder("find", "/sys/fs/cgroup", "-type", "d", "-name", name)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String output = new String(find.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    find.waitFor();
    return output.lines().toList();
  }
}
