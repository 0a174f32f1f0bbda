// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import java.time.Duration;
import java.time.Instant;

/**
 * The time after a compaction: from its commit until {@code rest} past the end of the last warm-up,
 * or past the commit when there is none. Immutable.
 *
 * @param commit of the table's last region
 * @param rest time to observe reads at rest, and for the next warm-up to start
 */
record PostCompactionPhase(Instant commit, Duration rest) {
  private static final double MS_PER_S = 1_000;

  /** Elapsed fraction of {@code rest}, 0 to 1; 0 while a warm-up runs. */
  double rested(Instant now, WarmupLog.State warmups) {
    if (warmups.running() > 0) {
      return 0;
    }
    double sinceEnd = Duration.between(end(warmups), now).toMillis();
    return Math.max(0, Math.min(1, sinceEnd / rest.toMillis()));
  }

  /**
   * Time from the commit to the end of the last warm-up; 0 if there is none or it ended before the
   * commit.
   */
  double warmupSeconds(WarmupLog.State warmups) {
    return Duration.between(commit, end(warmups)).toMillis() / MS_PER_S;
  }

  private Instant end(WarmupLog.State warmups) {
    return warmups.lastEnd().filter(commit::isBefore).orElse(commit);
  }
}
