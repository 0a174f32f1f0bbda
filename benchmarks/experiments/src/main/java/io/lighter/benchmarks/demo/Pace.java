// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import java.time.Duration;

/**
 * The durations of the demo's phases.
 *
 * @param window reads before each compaction
 * @param after reads after each compaction, from its commit; as long with as without a warm-up
 * @param warmupQuiet time without a warm-up, outside of the phases if need be, after which the
 *     table's warm-ups are over
 * @param warmupRounds compactions of each warm-up table before the measurements
 * @param settleWindow reads of one table in a comparison of the figures before the first turn
 * @param settleLimit longest time for these comparisons
 */
record Pace(
    Duration window,
    Duration after,
    Duration warmupQuiet,
    int warmupRounds,
    Duration settleWindow,
    Duration settleLimit) {

  /** For a person who looks at the figures. */
  static final Pace FULL =
      new Pace(
          Duration.ofSeconds(6),
          Duration.ofSeconds(20),
          Duration.ofSeconds(8),
          6,
          Duration.ofSeconds(3),
          Duration.ofSeconds(40));

  /** For tests, which look at no figure. */
  static final Pace QUICK =
      new Pace(
          Duration.ofSeconds(2),
          Duration.ofSeconds(4),
          Duration.ofSeconds(4),
          1,
          Duration.ofMillis(600),
          Duration.ofSeconds(4));
}
