// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import java.util.concurrent.TimeUnit;

/** How often readers read. */
enum ReadPace {
  /** Reads that are measured: at most 200 gets and 20 scans per second. */
  MEASURED(10_000, 50_000),

  /** Five times as often, so that short windows have enough scans to judge by. */
  SETTLING(2_000, 10_000),

  /** About as often as a table answers, so that the JVMs soon have compiled what reads run. */
  COMPILING(250, 2_500);

  private final long getNanos;
  private final long scanNanos;

  ReadPace(long getMicros, long scanMicros) {
    this.getNanos = TimeUnit.MICROSECONDS.toNanos(getMicros);
    this.scanNanos = TimeUnit.MICROSECONDS.toNanos(scanMicros);
  }

  /** Scheduled time between two operations of a reader, nanoseconds. */
  long intervalNanos(Operation operation) {
    return switch (operation) {
      case GET -> getNanos;
      case SCAN -> scanNanos;
    };
  }
}
