// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import java.time.Duration;

/**
 * The durations of the demo's phases.
 *
 * @param window reads before each compaction
 * @param rest reads after the end of the last warm-up, in which the next warm-up must start
 * @param warmupRounds compactions of each warm-up table before the measurements
 * @param settleWindow reads of one table in a comparison of the figures before the first turn
 * @param settleLimit longest time for these comparisons
 */
record Pace(
    Duration window, Duration rest, int warmupRounds, Duration settleWindow, Duration settleLimit) {

  /** For a person who looks at the figures. */
  static final Pace FULL =
      new Pace(
          Duration.ofSeconds(6),
          Duration.ofSeconds(8),
          6,
          Duration.ofSeconds(3),
          Duration.ofSeconds(40));

  /** For tests, which look at no figure. */
  static final Pace QUICK =
      new Pace(
          Duration.ofSeconds(2),
          Duration.ofSeconds(4),
          1,
          Duration.ofSeconds(1),
          Duration.ofSeconds(4));
}
