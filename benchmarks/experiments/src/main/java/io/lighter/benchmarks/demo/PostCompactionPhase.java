// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import java.time.Duration;
import java.time.Instant;

/**
 * The time after a compaction. The measured phase lasts {@code length} from the commit, with and
 * without a warm-up, so that both tables are read for the same time after it. Immutable.
 *
 * @param commit of the table's last region
 * @param length of the measured phase, positive
 * @param quiet time without a warm-up after which no further one is expected
 */
record PostCompactionPhase(Instant commit, Duration length, Duration quiet) {
  private static final double MS_PER_S = 1_000;

  /** End of the measured phase. */
  Instant end() {
    return commit.plus(length);
  }

  /** Elapsed fraction of the measured phase, 0 to 1. */
  double elapsed(Instant now) {
    double sinceCommit = Duration.between(commit, now).toMillis();
    return Math.max(0, Math.min(1, sinceCommit / length.toMillis()));
  }

  /**
   * Whether the table's warm-ups are over: none runs, and {@code quiet} has passed since the last
   * one, or since the commit if none ended after it.
   */
  boolean isQuiet(Instant now, WarmupLog.State warmups) {
    return warmups.running() == 0 && !now.isBefore(lastEnd(warmups).plus(quiet));
  }

  /**
   * Time from the commit to the end of the last warm-up; 0 if there is none or it ended before the
   * commit.
   */
  double warmupSeconds(WarmupLog.State warmups) {
    return Duration.between(commit, lastEnd(warmups)).toMillis() / MS_PER_S;
  }

  private Instant lastEnd(WarmupLog.State warmups) {
    return warmups.lastEnd().filter(commit::isBefore).orElse(commit);
  }
}
