// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.isolation;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs a short system command, such as {@code ip} or {@code tc}. */
public final class ShellCommand {
  private static final Logger LOG = LoggerFactory.getLogger(ShellCommand.class);
  private static final long TIMEOUT_SECONDS = 10;

  private ShellCommand() {}

  /** Output of a failed command; empty if the command succeeds. */
  public static Optional<String> failure(List<String> command) {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      process.getOutputStream().close();
      String output =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).trim();
      if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        return Optional.of("%s takes too long".formatted(command.get(0)));
      }
      return process.exitValue() == 0
          ? Optional.empty()
          : Optional.of(output.lines().findFirst().orElse(command.get(0) + " failed"));
    } catch (IOException e) { // missing, as on systems other than Linux
      LOG.debug("command cannot be run command={}", command, e);
      return Optional.of("this host lacks unshare, ip or tc");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.of("interrupted while running " + command.get(0));
    }
  }
}
