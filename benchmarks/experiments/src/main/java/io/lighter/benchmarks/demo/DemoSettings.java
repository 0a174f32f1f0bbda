// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import io.lighter.common.config.WarmupStrategy;
import java.time.Duration;

/**
 * Settings of the demo.
 *
 * @param rows rows of each table, 1 to {@value #MAX_ROWS}
 * @param lighter whether the second table has the plug-in; false shows how much two stock tables
 *     differ
 * @param strategy warm-up strategy of the second table
 * @param pace durations of the phases
 * @param objectStore whether the store files are in an object store, whose objects are in memory;
 *     then at most {@value #MAX_ROWS_IN_MEMORY} rows
 */
record DemoSettings(
    int rows, boolean lighter, WarmupStrategy strategy, Pace pace, boolean objectStore) {
  /** Limit of the row keys, beyond the disk of a laptop. */
  static final int MAX_ROWS = 100_000_000;

  /** Limit of rows with an object store, whose server then has 5 GB of heap. */
  static final int MAX_ROWS_IN_MEMORY = 500_000;

  /** Copies of a row in the object store at a time: two tables, inputs, outputs, archived files. */
  private static final int COPIES = 8;

  /** Heap of the object store's server without any row. */
  private static final long STORE_BASE_MB = 768;

  /** Approximate size of a row in the output of a compaction. */
  private static final long BYTES_PER_ROW = 1_200;

  private static final long MB = 1 << 20;
  private static final long SLOWEST_RATE = 2 * MB;
  private static final long FASTEST_RATE = 16 * MB;

  /** Expected time of a table's warm-ups if each region server has the same number of regions. */
  static final Duration WARMUP_TIME = Duration.ofSeconds(7);

  private static final Duration TIMEOUT = Duration.ofMinutes(3);

  /** Checks the number of rows. */
  DemoSettings {
    if (rows < 1 || rows > MAX_ROWS) {
      throw new IllegalArgumentException(
          "--rows %d: expected a whole number from 1 to %d".formatted(rows, MAX_ROWS));
    }
    if (objectStore && rows > MAX_ROWS_IN_MEMORY) {
      throw new IllegalArgumentException(
          "--rows %d: expected at most %d with --object-store, whose objects are in memory"
              .formatted(rows, MAX_ROWS_IN_MEMORY));
    }
  }

  /**
   * Rate limit in bytes per second for all warm-ups of a region server. Warm-ups then take about 7
   * s, or longer with so many rows that this rate would be no limit.
   */
  long warmupRate(int regionServers) {
    long bytes = rows * BYTES_PER_ROW / regionServers;
    return Math.max(SLOWEST_RATE, Math.min(FASTEST_RATE, bytes / WARMUP_TIME.toSeconds()));
  }

  /** Heap of the object store's server, as a value of {@code -Xmx}. */
  String storeHeap() {
    return STORE_BASE_MB + rows * BYTES_PER_ROW * COPIES / MB + "m";
  }

  /** Longest time for the table's warm-ups, even if one region server has all regions. */
  Duration warmupTimeout() {
    return TIMEOUT.plusSeconds(rows * BYTES_PER_ROW / warmupRate(1));
  }
}
