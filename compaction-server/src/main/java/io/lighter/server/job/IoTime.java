// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.job;

import java.util.concurrent.atomic.LongAdder;

/** The time that a job has spent so far in reads and in writes of the file system. Thread-safe. */
public final class IoTime {
  private final LongAdder reading = new LongAdder();
  private final LongAdder writing = new LongAdder();

  /** Adds milliseconds of reads. */
  public void read(long millis) {
    reading.add(millis);
  }

  /** Adds milliseconds of writes. */
  public void wrote(long millis) {
    writing.add(millis);
  }

  /** Milliseconds of all reads. */
  public long readingMs() {
    return reading.sum();
  }

  /** Milliseconds of all writes. */
  public long writingMs() {
    return writing.sum();
  }
}
