// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.pressure;

import java.util.Arrays;
import java.util.OptionalDouble;

/**
 * Compares values with the idle baseline: the {@value #QUANTILE} quantile of the values recorded in
 * the last {@value #SLOTS} slots, but at least a floor. Not thread-safe.
 *
 * <p>The quantile stays at the idle value while less than three quarters of the slots are loaded,
 * so a compaction of half an hour does not become its own baseline. A value that has become normal
 * is the baseline after three quarters of all slots. The floor keeps differences that do not matter
 * from looking like load.
 */
final class IdleRatio {
  /** Slots that are remembered: an hour, in slots of 5 s. */
  static final int SLOTS = 720;

  /** Known slots before there is a baseline. */
  static final int LEAST_KNOWN = 6;

  private static final double QUANTILE = 0.25;

  private final double floor;
  private final double[] slots = new double[SLOTS];
  private int next;
  private OptionalDouble baseline = OptionalDouble.empty();

  /**
   * Creates an instance without a baseline.
   *
   * @param floor least baseline, in the unit of the values; above 0
   */
  IdleRatio(double floor) {
    this.floor = floor;
    Arrays.fill(slots, Double.NaN);
  }

  /** Records the value of a slot that has ended; empty if the slot had too little to measure. */
  void record(OptionalDouble value) {
    slots[next] = value.orElse(Double.NaN);
    next = (next + 1) % SLOTS;
    double[] known = Arrays.stream(slots).filter(slot -> !Double.isNaN(slot)).sorted().toArray();
    baseline =
        known.length < LEAST_KNOWN
            ? OptionalDouble.empty()
            : OptionalDouble.of(Math.max(floor, known[(int) (QUANTILE * known.length)]));
  }

  /** The ratio of a value to the baseline; empty without a value or a baseline. */
  OptionalDouble ratio(OptionalDouble value) {
    return value.isPresent() && baseline.isPresent()
        ? OptionalDouble.of(value.getAsDouble() / baseline.getAsDouble())
        : OptionalDouble.empty();
  }
}
