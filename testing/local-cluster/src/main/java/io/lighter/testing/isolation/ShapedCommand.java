// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.isolation;

import java.io.IOException;
import java.util.List;
import java.util.OptionalInt;

/** Runs this JVM's command in another JVM with a shaped loopback ({@link ShapedLoopback}). */
public final class ShapedCommand {
  private ShapedCommand() {}

  /**
   * Runs the command to its end if the profile shapes the network and this JVM is not inside yet.
   *
   * @param arguments arguments of this JVM's main class
   * @return the exit code; empty if this JVM should continue
   */
  public static OptionalInt run(IsolationProfile profile, List<String> arguments)
      throws IOException {
    if (profile.networkBitsPerSecond().isEmpty() || ShapedLoopback.isDecided()) {
      return OptionalInt.empty();
    }
    return OptionalInt.of(
        SameCommand.run(
            ShapedLoopback.jvm(profile, SameCommand.java(), SameCommand.line(arguments))));
  }
}
