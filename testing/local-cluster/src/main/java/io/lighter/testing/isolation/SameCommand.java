// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.isolation;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Runs this JVM's command in another JVM, because a JVM cannot move itself into a network
 * namespace.
 */
final class SameCommand {
  private static final int END_SECONDS = 60;

  private SameCommand() {}

  /** The executable of this JVM. */
  static String java() {
    return ProcessHandle.current()
        .info()
        .command()
        .orElse(System.getProperty("java.home") + "/bin/java");
  }

  /**
   * JVM options, class path and main class of this JVM.
   *
   * @param arguments of the main class
   */
  static List<String> line(List<String> arguments) {
    List<String> line = new ArrayList<>(ManagementFactory.getRuntimeMXBean().getInputArguments());
    line.addAll(List.of("-cp", System.getProperty("java.class.path")));
    line.add(mainClass());
    line.addAll(arguments);
    return line;
  }

  /**
   * Runs a command to its end, on this JVM's terminal. The command ends with this JVM.
   *
   * @return the exit code
   */
  static int run(List<String> command) throws IOException {
    Process process = new ProcessBuilder(command).inheritIO().start();
    Thread endsWithUs = new Thread(() -> end(process), "end of the command");
    Runtime.getRuntime().addShutdownHook(endsWithUs);
    try {
      int code = process.waitFor();
      Runtime.getRuntime().removeShutdownHook(endsWithUs);
      return code;
    } catch (InterruptedException e) {
      end(process);
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while the command ran");
    }
  }

  /** Main class from a property of the launcher. */
  private static String mainClass() {
    return System.getProperty("sun.java.command").split(" ", 2)[0];
  }

  /** Ends the command, which first ends its own processes. */
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
