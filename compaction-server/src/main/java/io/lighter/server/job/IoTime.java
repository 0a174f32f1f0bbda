package io.lighter.server.job;

import java.util.concurrent.atomic.LongAdder;

/** Time that a job has spent in reads and in writes of the file system, so far. Thread-safe. */
public final class IoTime {
  private final LongAdder reading = new LongAdder();
  private final LongAdder writing = new LongAdder();

  /** So many more milliseconds went into reads. */
  public void read(long millis) {
    reading.add(millis);
  }

  /** So many more milliseconds went into writes. */
  public void wrote(long millis) {
    writing.add(millis);
  }

  /** Milliseconds. */
  public long readingMs() {
    return reading.sum();
  }

  /** Milliseconds. */
  public long writingMs() {
    return writing.sum();
  }
}
