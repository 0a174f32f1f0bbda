// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.advise;

import java.util.OptionalDouble;

/**
 * The reads of a store and what they cost.
 *
 * @param rowsPerSecond rows that gets and scans read in a second, 0 or more
 * @param scans share of these rows that scans read, 0 to 1; empty if not known
 * @param cached share of the data that the block cache holds, 0 to 1
 * @param device what the files are on
 * @param replication replicas of a written byte, at least 1
 * @param fitsCache whether the block cache could hold the table, without the data of others
 */
public record ReadLoad(
    double rowsPerSecond,
    OptionalDouble scans,
    double cached,
    Device device,
    int replication,
    boolean fitsCache) {
  /** Rows of a scan; not measured. */
  public static final int ROWS_PER_SCAN = 10;

  private static final double MOSTLY = 0.9;

  /** Creates reads of a table that fits the cache only if {@code cached} says so. */
  public ReadLoad(
      double rowsPerSecond, OptionalDouble scans, double cached, Device device, int replication) {
    this(rowsPerSecond, scans, cached, device, replication, false);
  }

  /** Tells whether the block cache holds so much of the data that files of a read cost little. */
  boolean isMostlyCached() {
    return cached >= MOSTLY;
  }

  /** Returns the seconds of a device that reads take in a second, with this share of scans. */
  double seconds(Forecast forecast, double scanShare) {
    double files =
        scanShare / ROWS_PER_SCAN * forecast.filesPerScan()
            + (1 - scanShare) * forecast.filesPerGet();
    return rowsPerSecond * files * (1 - cached) * device.seekSeconds();
  }

  /** Returns the seconds of a device that flushes and compactions take in a second. */
  double writeSeconds(Forecast forecast, double bytesPerSecond) {
    double bytes = forecast.writeAmplification() * replication + forecast.compactedReads();
    return bytesPerSecond * bytes / device.bytesPerSecond();
  }
}
