// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.balance;

import java.time.Duration;

/**
 * Exponential decay: a sum in which each amount counts {@code 2^(-age / half-life)}. A steady flow
 * of r per minute makes a sum of {@code r * half-life / ln 2}, by which a sum is turned back into a
 * rate.
 *
 * @param halfLifeNanos above 0
 */
record Decay(double halfLifeNanos) {
  private static final double LN_2 = Math.log(2);
  private static final double MINUTE_NANOS = Duration.ofMinutes(1).toNanos();

  static Decay of(Duration halfLife) {
    return new Decay((double) halfLife.toNanos());
  }

  /** The remainder of 1 after some time. */
  double left(long elapsedNanos) {
    return Math.exp(-LN_2 * Math.max(0, elapsedNanos) / halfLifeNanos);
  }

  double perMinute(double sum) {
    return sum * LN_2 / halfLifeNanos * MINUTE_NANOS;
  }
}
