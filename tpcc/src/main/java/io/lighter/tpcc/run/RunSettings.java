// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.tpcc.run;

import io.lighter.tpcc.schema.Database;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * Settings of a run.
 *
 * @param threads number of threads, each of which runs one transaction at a time
 * @param rate transactions a second of all threads, started at fixed times; 0 is unlimited
 * @param seed seed of the inputs
 * @param histogramLog a new file for the latencies of each second, in HdrHistogram's log format
 */
public record RunSettings(
    int threads, Duration duration, double rate, long seed, Optional<Path> histogramLog) {
  /** Upper limit of the rate, beyond any client. */
  private static final double MAX_RATE = 1_000_000;

  private static final Duration MIN_DURATION = Duration.ofMillis(1);
  private static final Duration MAX_DURATION = Duration.ofDays(24);

  /**
   * Checks the settings.
   *
   * @throws IllegalArgumentException naming the setting
   */
  public RunSettings {
    if (threads < 1) {
      throw new IllegalArgumentException("threads = " + threads + ": expected 1 or more");
    }
    if (duration.compareTo(MIN_DURATION) < 0 || duration.compareTo(MAX_DURATION) > 0) {
      throw new IllegalArgumentException("duration = " + duration + ": expected 1ms to 24d");
    }
    if (!(rate >= 0 && rate <= MAX_RATE)) { // NaN, too
      throw new IllegalArgumentException(
          "rate = %s: expected 0 to %.0f transactions a second".formatted(rate, MAX_RATE));
    }
  }

  /**
   * Checks the number of threads.
   *
   * @throws IllegalArgumentException if it exceeds the database's terminals
   */
  void requireFits(Database database) {
    if (threads > database.terminals()) {
      throw new IllegalArgumentException(
          ("threads = %d: expected at most %d, one for each district of %d warehouses; more would"
                  + " only wait for the same rows")
              .formatted(threads, database.terminals(), database.warehouses()));
    }
  }
}
