package io.lighter.server.job;

import java.util.concurrent.TimeUnit;

/** A clock that never goes back; only differences mean something. Thread-safe. */
@FunctionalInterface
public interface Ticker {
  /** Milliseconds since some moment. */
  long millis();

  /** The system's monotonic clock. */
  static Ticker system() {
    return () -> TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
  }
}
