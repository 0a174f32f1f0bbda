// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import java.util.concurrent.TimeUnit;

/** How often readers read. */
enum ReadPace {
  /** Reads that are measured: at most 200 gets and 20 scans per second. */
  MEASURED(10, 50),

  /** Five times as often, so that short windows have enough scans to judge by. */
  SETTLING(2, 10);

  private final long getNanos;
  private final long scanNanos;

  ReadPace(long getMs, long scanMs) {
    this.getNanos = TimeUnit.MILLISECONDS.toNanos(getMs);
    this.scanNanos = TimeUnit.MILLISECONDS.toNanos(scanMs);
  }

  /** Scheduled time between two operations of a reader, nanoseconds. */
  long intervalNanos(Operation operation) {
    return switch (operation) {
      case GET -> getNanos;
      case SCAN -> scanNanos;
    };
  }
}
