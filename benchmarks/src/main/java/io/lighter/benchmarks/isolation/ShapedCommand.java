package io.lighter.benchmarks.isolation;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;

/**
 * Runs the command of this JVM in another one, whose loopback is shaped ({@link ShapedLoopback}),
 * since a JVM cannot move itself into a network namespace.
 */
public final class ShapedCommand {
  private static final int END_SECONDS = 60;

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
    Process process =
        new ProcessBuilder(
                ShapedLoopback.jvm(
                    profile,
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    sameJvm(arguments)))
            .inheritIO()
            .start();
    Thread endsWithUs = new Thread(() -> end(process), "end of the shaped command");
    Runtime.getRuntime().addShutdownHook(endsWithUs);
    try {
      int code = process.waitFor();
      Runtime.getRuntime().removeShutdownHook(endsWithUs);
      return OptionalInt.of(code);
    } catch (InterruptedException e) {
      end(process);
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while the command ran");
    }
  }

  private static List<String> sameJvm(List<String> arguments) {
    List<String> command =
        new ArrayList<>(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(mainClass());
    command.addAll(arguments);
    return command;
  }

  /** The launcher tells it in a property. */
  private static String mainClass() {
    return System.getProperty("sun.java.command").split(" ", 2)[0];
  }

  /** It ends what it has started, which takes time. */
  private static void end(Process process) {
    process.destroy();
    try {
      if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
