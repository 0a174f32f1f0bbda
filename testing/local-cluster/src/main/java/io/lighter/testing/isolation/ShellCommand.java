// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.isolation;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs a short system command, such as {@code ip} or {@code tc}. */
public final class ShellCommand {
  private static final Logger LOG = LoggerFactory.getLogger(ShellCommand.class);
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private ShellCommand() {}

  /** Output of a failed command; empty if the command succeeds within 10 s. */
  public static Optional<String> failure(List<String> command) {
    try {
      run(command);
      return Optional.empty();
    } catch (IOException e) {
      LOG.debug("command failed command={}", command, e);
      return Optional.of(e.getMessage());
    }
  }

  /** The output of a command that succeeds within 10 s, as {@link #run(List, Duration)}. */
  static String run(List<String> command) throws IOException {
    return run(command, TIMEOUT);
  }

  /**
   * The output of a command, trimmed.
   *
   * @param timeout time limit, after which the command is killed; a command that fills the pipe's
   *     buffer of 64 KiB does not end by itself
   * @throws IOException with the first line of output if the command fails; also if the host lacks
   *     it, or if it takes too long
   */
  public static String run(List<String> command, Duration timeout) throws IOException {
    Process process = start(command);
    try {
      process.getOutputStream().close();
      if (!process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new IOException("%s takes too long".formatted(command.get(0)));
      }
      String output =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).trim();
      if (process.exitValue() != 0) {
        throw new IOException(output.lines().findFirst().orElse(command.get(0) + " failed"));
      }
      return output;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while running " + command.get(0));
    } finally {
      process.destroyForcibly();
    }
  }

  private static Process start(List<String> command) throws IOException {
    try {
      return new ProcessBuilder(command).redirectErrorStream(true).start();
    } catch (IOException e) { // missing, as on systems other than Linux
      throw new IOException("this host lacks " + command.get(0), e);
    }
  }
}
