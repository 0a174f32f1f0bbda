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
 * @param warmupRounds most compactions of each warm-up table before the measurements
 * @param warmupLimit no such compaction of both tables starts later
 * @param compiling reads of both tables at once before their figures are compared
 * @param settleWindow reads of one table in a comparison of the figures before the first turn
 * @param settleLimit no such comparison starts later
 * @param turnWindow reads of a turn's table that are compared with the previous ones
 * @param turnLimit no such window starts later in a turn
 */
record Pace(
    Duration window,
    Duration after,
    Duration warmupQuiet,
    int warmupRounds,
    Duration warmupLimit,
    Duration compiling,
    Duration settleWindow,
    Duration settleLimit,
    Duration turnWindow,
    Duration turnLimit) {

  /** For a person who looks at the figures. */
  static final Pace FULL =
      new Pace(
          Duration.ofSeconds(6),
          Duration.ofSeconds(13),
          Duration.ofSeconds(6),
          6,
          Duration.ofSeconds(20),
          Duration.ofSeconds(6),
          Duration.ofMillis(1_400),
          Duration.ofSeconds(9),
          Duration.ofMillis(750),
          Duration.ofMillis(2_200));

  /** For tests, which look at no figure. */
  static final Pace QUICK =
      new Pace(
          Duration.ofSeconds(2),
          Duration.ofSeconds(4),
          Duration.ofSeconds(4),
          1,
          Duration.ofSeconds(10),
          Duration.ofMillis(300),
          Duration.ofMillis(400),
          Duration.ofSeconds(3),
          Duration.ofMillis(300),
          Duration.ofMillis(700));

  /** Longest time for steady figures before and in all turns, without the filling of the cache. */
  Duration longestSettling() {
    Duration turns = turnLimit.plus(turnWindow).multipliedBy(Side.TURNS.size());
    return compiling.plus(settleLimit).plus(settleWindow.multipliedBy(2)).plus(turns);
  }
}
