// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import java.time.Duration;

/**
 * Estimates the remaining time by the mean of completed steps, initially by an expected duration.
 */
public final class TimeLeft {
  private static final double MS_PER_MINUTE = 60_000;

  private final int steps;
  private final Duration expected;
  private int done;
  private Duration taken = Duration.ZERO;

  /** Creates an estimate for {@code steps} steps. */
  public TimeLeft(int steps, Duration expected) {
    this.steps = steps;
    this.expected = expected;
  }

  /** Records a completed step. */
  public void done(Duration time) {
    done++;
    taken = taken.plus(time);
  }

  /** Time until the last step is completed. */
  public Duration left() {
    Duration each = done == 0 ? expected : taken.dividedBy(done);
    return each.multipliedBy(Math.max(0, steps - done));
  }

  /** Whole minutes, at least one. */
  public String inWords() {
    return Math.max(1, Math.round(left().toMillis() / MS_PER_MINUTE)) + " min";
  }
}
