// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.cluster;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A client of a local cluster in a JVM of its own, which ends with this JVM. Thread-safe; the
 * caller that started the client closes it.
 */
public final class ClientProcess implements AutoCloseable {
  private static final Duration GRACE = Duration.ofSeconds(5);

  private final String name;
  private final ChildProcess process;
  private final Path output;

  ClientProcess(String name, ChildProcess process, Path output) {
    this.name = name;
    this.process = process;
    this.output = output;
  }

  /** The process id. */
  public long pid() {
    return process.pid();
  }

  /** File of standard output and error. */
  public Path output() {
    return output;
  }

  /**
   * Checks that the client runs.
   *
   * @throws LocalClusterException with the end of its output if the client has ended
   */
  public void requireAlive() throws IOException {
    if (!process.isAlive()) {
      throw new LocalClusterException(
          "%s ended with exit code %d%n%s"
              .formatted(name, process.exitValue(), ProcessLauncher.tail(output)));
    }
  }

  /** Ends the client (SIGTERM, then SIGKILL) and returns when it is gone. */
  @Override
  public void close() {
    process.sendSigterm();
    try {
      if (!process.waitForEnd(GRACE)) {
        process.kill();
        process.waitForEnd(GRACE);
      }
    } catch (IOException e) { // interrupted: kill at once
      process.kill();
    }
  }
}
