// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.apache.commons.math3.stat.descriptive.rank.Percentile;

/**
 * Percentile bootstrap (Efron, "Bootstrap Methods: Another Look at the Jackknife", 1979): the
 * confidence interval of a statistic, from samples of whole units with replacement. A unit is one
 * compaction. The operations of one compaction depend on each other, so samples of single
 * operations would give intervals that are far too narrow.
 *
 * <p>Equal seeds give equal intervals. Confined to one thread.
 *
 * @param resamples number of samples, at least 1
 * @param confidence probability between 0 and 1
 * @param seed seed of the samples
 */
record Bootstrap(int resamples, double confidence, long seed) {
  private static final double PERCENT = 100;

  /** 2,000 samples for an interval of 95 %. */
  static final Bootstrap STANDARD = new Bootstrap(2_000, 0.95, 1);

  /**
   * A confidence interval.
   *
   * @param low lower end
   * @param high upper end, at least the lower one
   */
  record Interval(double low, double high) {}

  /**
   * The interval of a statistic.
   *
   * @param units number of units
   * @param statistic gets how many times each unit is in a sample; may return NaN for a sample that
   *     has no operations, which then does not count
   * @return empty with fewer than two units, or if no sample has a value
   */
  Optional<Interval> interval(int units, ToDoubleFunction<int[]> statistic) {
    if (units < 2) {
      return Optional.empty();
    }
    Random random = new Random(seed);
    double[] values = new double[resamples];
    for (int i = 0; i < resamples; i++) {
      int[] weights = new int[units];
      for (int draw = 0; draw < units; draw++) {
        weights[random.nextInt(units)]++;
      }
      values[i] = statistic.applyAsDouble(weights);
    }
    double[] finite = Arrays.stream(values).filter(Double::isFinite).toArray();
    if (finite.length == 0) {
      return Optional.empty();
    }
    double tail = PERCENT * (1 - confidence) / 2;
    Percentile percentile = new Percentile();
    percentile.setData(finite);
    return Optional.of(
        new Interval(percentile.evaluate(tail), percentile.evaluate(PERCENT - tail)));
  }
}
