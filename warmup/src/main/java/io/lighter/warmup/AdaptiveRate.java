// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.warmup;

import java.util.function.LongSupplier;

/**
 * A rate that follows the time of the region server's calls. The rate halves when calls are slower
 * than without warm-ups by more than the error of the measurement explains, and otherwise grows by
 * a step (additive increase, multiplicative decrease).
 *
 * <p>Thread-safe: one thread at a time changes the rate under the monitor, any thread reads.
 */
public final class AdaptiveRate implements LongSupplier {
  /** Calls that take up to this much longer count as equally fast, however exact the measure. */
  private static final double TOLERANCE = 0.1;

  /** Standard errors that count as noise. Noise exceeds two of them once in 44 decisions. */
  private static final double ERRORS = 2;

  private static final double DECREASE = 0.5;

  /** Increase, as a share of the range from floor to ceiling. */
  private static final double INCREASE = 1.0 / 16;

  private final long floor;
  private final long ceiling;

  /** The present rate. Written under the monitor. */
  private volatile long rate;

  /** Highest rate at present, from floor to ceiling. Guarded by this. */
  private long cap;

  /**
   * Creates a rate in bytes per second.
   *
   * @param start first rate, brought between {@code floor} and {@code ceiling}
   */
  public AdaptiveRate(long start, long floor, long ceiling) {
    if (floor <= 0 || floor > ceiling) {
      throw new IllegalArgumentException("floor " + floor + ", ceiling " + ceiling);
    }
    this.floor = floor;
    this.ceiling = ceiling;
    this.cap = ceiling;
    this.rate = clip(start, ceiling);
  }

  private long clip(long bytesPerSecond, long most) {
    return Math.max(floor, Math.min(most, bytesPerSecond));
  }

  /**
   * Takes a measurement made during a warm-up.
   *
   * @param ratio time of a call, as a multiple of the time without warm-ups; above 0
   * @param error relative standard error of the ratio; the larger, the slower calls may be
   */
  public synchronized void sample(double ratio, double error) {
    if (ratio > 1 + Math.max(TOLERANCE, ERRORS * error)) {
      rate = clip((long) (rate * DECREASE), cap);
    } else {
      grow();
    }
  }

  /** Grows by a step: so few calls arrive that none waits for another. */
  public synchronized void grow() {
    rate = clip(rate + (long) Math.max(1, (ceiling - floor) * INCREASE), cap);
  }

  /**
   * Limits the rate until the next call of this method.
   *
   * @param bytesPerSecond brought between floor and ceiling
   */
  public synchronized void cap(long bytesPerSecond) {
    cap = clip(bytesPerSecond, ceiling);
    rate = clip(rate, cap);
  }

  @Override
  public long getAsLong() {
    return rate;
  }
}
