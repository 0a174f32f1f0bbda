package io.lighter.testing.isolation;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** Looks for control groups that this JVM made on the real host. */
public final class GroupsLeft {
  private GroupsLeft() {}

  /** Their folders; {@code find} takes no offence at groups of others that go meanwhile. */
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
