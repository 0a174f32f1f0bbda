package io.lighter.testing.cluster;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A client of a local cluster, a JVM of its own that this one's end also ends. Thread-safe; whoever
 * started it closes it.
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

  /** The operating system's id. */
  public long pid() {
    return process.pid();
  }

  /** The file of its standard output and error. */
  public Path output() {
    return output;
  }

  /**
   * Does nothing while it runs.
   *
   * @throws LocalClusterException with the end of its output once it has ended
   */
  public void requireAlive() throws IOException {
    if (!process.isAlive()) {
      throw new LocalClusterException(
          "%s ended with exit code %d%n%s"
              .formatted(name, process.exitValue(), ProcessLauncher.tail(output)));
    }
  }

  /** Ends it (SIGTERM, and SIGKILL if that takes too long) and returns when it is gone. */
  @Override
  public void close() {
    process.askToEnd();
    try {
      if (!process.waitForEnd(GRACE)) {
        process.kill();
        process.waitForEnd(GRACE);
      }
    } catch (IOException e) { // interrupted: no patience left
      process.kill();
    }
  }
}
