package io.lighter.testing.isolation;

import java.io.IOException;
import java.util.List;
import java.util.OptionalInt;

/**
 * Runs the command of this JVM in another one, whose loopback is shaped ({@link ShapedLoopback}).
 */
public final class ShapedCommand {
  private ShapedCommand() {}

  /**
   * Runs it to its end, if the profile shapes the network and this JVM has not been started for
   * that.
   *
   * @param arguments of the main class of this JVM
   * @return its exit code; empty if this JVM is the one to go on
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
