// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Latencies of compactions relative to the baselines of their own trials. Immutable.
 *
 * <p>The expected latencies are those of the same operations at the baseline of their trial: each
 * trial's baseline counts as often as operations of its compactions do. A sum of baselines would
 * compare a trial with many operations with the baseline of another one.
 *
 * <p>A compaction counts only if it has operations and the baseline of its trial has, too.
 */
final class Degradation {
  private static final double P99 = 0.99;

  private final PooledLatencies own; // by compaction
  private final PooledLatencies base; // by trial
  private final int[] trialOf; // by compaction
  private final double[] expected; // by trial: mean of the baseline, NaN without operations

  /**
   * Creates the comparison.
   *
   * @param own latencies by compaction
   * @param base latencies of the baselines by trial
   * @param trialOf place of each compaction's trial in {@code base}
   */
  Degradation(PooledLatencies own, PooledLatencies base, int[] trialOf) {
    this.own = own;
    this.base = base;
    this.trialOf = trialOf.clone();
    int trials = Arrays.stream(trialOf).max().orElse(-1) + 1;
    this.expected = new double[trials];
    for (int trial = 0; trial < trials; trial++) {
      expected[trial] = base.sum(trial) / base.count(trial); // 0 / 0 is NaN
    }
  }

  /** Number of compactions that count. */
  int compactions() {
    return (int) IntStream.range(0, trialOf.length).filter(this::counts).count();
  }

  /** Number of trials with a compaction that counts. */
  int trials() {
    return (int)
        IntStream.range(0, trialOf.length)
            .filter(this::counts)
            .map(unit -> trialOf[unit])
            .distinct()
            .count();
  }

  /** How much higher the mean is than the expected one, in percent; NaN without operations. */
  double mean(int[] weights) {
    double sum = 0;
    double expectedSum = 0;
    for (int unit = 0; unit < trialOf.length; unit++) {
      if (counts(unit)) {
        sum += weights[unit] * own.sum(unit);
        expectedSum += weights[unit] * expectedSum(unit);
      }
    }
    return LatencyFigures.degradation(sum, expectedSum); // 0 / 0 is NaN
  }

  /**
   * How much higher the 99th percentile is than that of the expected latencies, in percent; NaN
   * without operations.
   */
  double p99(int[] weights) {
    double[] units = new double[trialOf.length];
    double[] trials = new double[expected.length];
    for (int unit = 0; unit < trialOf.length; unit++) {
      if (counts(unit)) {
        units[unit] = weights[unit];
        trials[trialOf[unit]] += (double) weights[unit] * own.count(unit);
      }
    }
    for (int trial = 0; trial < trials.length; trial++) {
      trials[trial] = trials[trial] == 0 ? 0 : trials[trial] / base.count(trial);
    }
    return LatencyFigures.degradation(own.quantile(P99, units), base.quantile(P99, trials));
  }

  /**
   * The area above the baseline, per compaction, in operations × unit of the latencies; NaN without
   * operations.
   */
  double excess(int[] weights) {
    double sum = 0;
    long compactions = 0;
    for (int unit = 0; unit < trialOf.length; unit++) {
      if (counts(unit)) {
        sum += weights[unit] * (own.sum(unit) - expectedSum(unit));
        compactions += weights[unit];
      }
    }
    return sum / compactions; // 0 / 0 is NaN
  }

  private double expectedSum(int unit) {
    return own.count(unit) * expected[trialOf[unit]];
  }

  private boolean counts(int unit) {
    return own.count(unit) > 0 && base.count(trialOf[unit]) > 0;
  }
}
