// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A common scale of several series.
 *
 * @param min smallest value of all series
 * @param max largest value of all series
 * @param logarithmic whether equal distances are equal ratios
 */
record Scale(double min, double max, boolean logarithmic) {
  /** Ratio of the largest to the smallest value from which a linear scale would hide the rest. */
  static final double LARGEST_LINEAR_RATIO = 20;

  /** The scale of all values; empty if there is no value. */
  static Optional<Scale> common(Collection<List<OptionalDouble>> series) {
    double min = Double.POSITIVE_INFINITY;
    double max = Double.NEGATIVE_INFINITY;
    for (List<OptionalDouble> values : series) {
      for (OptionalDouble value : values) {
        if (value.isPresent()) {
          min = Math.min(min, value.getAsDouble());
          max = Math.max(max, value.getAsDouble());
        }
      }
    }
    return min > max
        ? Optional.empty()
        : Optional.of(new Scale(min, max, min > 0 && max / min > LARGEST_LINEAR_RATIO));
  }

  /**
   * The level of a value, from 0 for the smallest to {@code levels - 1} for the largest; 0 if all
   * values are equal.
   */
  int level(double value, int levels) {
    if (max == min) {
      return 0;
    }
    double fraction =
        logarithmic ? Math.log(value / min) / Math.log(max / min) : (value - min) / (max - min);
    return (int) Math.max(0, Math.min(levels - 1, Math.round(fraction * (levels - 1))));
  }
}
