// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.scale;

import java.time.Duration;

/**
 * The simulated cluster, and the duration of the measurement.
 *
 * @param servers compaction servers
 * @param regions regions of the one table
 * @param jobs jobs of all compaction servers together, including waiting ones
 * @param warmUp time before that phase, in which caches fill and the JVM compiles the manager's
 *     code
 * @param steady duration of the phase with reports only, in which processor time is measured
 * @param restarts compaction servers that are restarted afterwards, one by one
 */
public record ScaleSettings(
    int regionServers,
    int servers,
    int regions,
    int jobs,
    Duration warmUp,
    Duration steady,
    int restarts) {
  /** Checks the numbers. */
  public ScaleSettings {
    require("region servers", regionServers, 1, 2_000);
    require("compaction servers", servers, 1, 1_000);
    require("regions", regions, 1, 1_000_000);
    require("jobs", jobs, 0, 100_000);
    require("warm-up seconds", Math.toIntExact(warmUp.toSeconds()), 0, 3_600);
    require("seconds", Math.toIntExact(steady.toSeconds()), 1, 3_600);
    require("restarts", restarts, 0, 100);
  }

  private static void require(String what, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          "%s = %d: expected a number from %d to %d".formatted(what, value, least, most));
    }
  }
}
