// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.warmup;

import java.util.function.LongSupplier;

/**
 * A rate that follows the read latency of the region server. The rate grows by a step while reads
 * match the baseline, and halves when reads are slower (additive increase, multiplicative
 * decrease).
 *
 * <p>The baseline is a slowly moving mean of the samples taken while no warm-up runs. Thread-safe:
 * samples come one at a time under the monitor, the rate is read without it.
 */
public final class AdaptiveRate implements LongSupplier {
  /** Reads that take up to this many times the baseline count as equally fast. */
  private static final double TOLERANCE = 1.1;

  private static final double DECREASE = 0.5;

  /** Increase, as a share of the range from floor to ceiling. */
  private static final double INCREASE = 1.0 / 16;

  /** Weight of a new sample in the baseline. */
  private static final double BASELINE_WEIGHT = 0.2;

  private final long floor;
  private final long ceiling;

  /** The present rate. Written under the monitor. */
  private volatile long rate;

  /** Baseline latency; negative before the first sample. Guarded by this. */
  private double baseline = -1;

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
    this.rate = Math.min(ceiling, Math.max(floor, start));
  }

  /**
   * Takes a sample of the read latency.
   *
   * @param latency mean of the reads since the last sample, in any unit; above 0
   * @param warming whether a warm-up ran meanwhile
   */
  public synchronized void sample(double latency, boolean warming) {
    if (baseline < 0) {
      baseline = latency;
    } else if (!warming) {
      baseline += BASELINE_WEIGHT * (latency - baseline);
    } else if (latency > TOLERANCE * baseline) {
      rate = Math.max(floor, (long) (rate * DECREASE));
    } else {
      rate = Math.min(ceiling, rate + (long) Math.max(1, (ceiling - floor) * INCREASE));
    }
  }

  @Override
  public long getAsLong() {
    return rate;
  }
}
