// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import java.util.stream.IntStream;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/**
 * Latencies of compactions relative to the baseline before each one. Immutable.
 *
 * <p>The expected latencies are those of the same number of operations at the own baseline: each
 * baseline counts as often as operations of its compaction do. A sum of baselines would compare a
 * trial with many operations with the baseline of another one.
 *
 * <p>A compaction counts only if it and its baseline have operations.
 */
final class Degradation {
  private static final double MEDIAN = 0.5;
  private static final double P99 = 0.99;

  private final PooledLatencies own; // by compaction
  private final PooledLatencies base; // by compaction
  private final int[] trialOf; // by compaction

  /**
   * Creates the comparison.
   *
   * @param own latencies by compaction
   * @param base latencies of the baselines by compaction
   * @param trialOf number of each compaction's trial
   */
  Degradation(PooledLatencies own, PooledLatencies base, int[] trialOf) {
    this.own = own;
    this.base = base;
    this.trialOf = trialOf.clone();
  }

  /** The comparison of one trial's compactions. */
  static Degradation ofOneTrial(PooledLatencies own, PooledLatencies base) {
    return new Degradation(own, base, new int[own.once().length]);
  }

  /** Adds {@code <name>_pct} and so on of all compactions, unless none of them counts. */
  void addTo(JsonObject json, String name) {
    if (compactions() > 0) {
      int[] once = own.once();
      json.addProperty(name + "_pct", Rounding.round(mean(once)));
      json.addProperty(name + "_p50_pct", Rounding.round(quantile(MEDIAN, once)));
      json.addProperty(name + "_p99_pct", Rounding.round(p99(once)));
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
    return quantile(P99, weights);
  }

  private double quantile(double fraction, int[] weights) {
    double[] measured = new double[trialOf.length];
    double[] expected = new double[trialOf.length];
    for (int unit = 0; unit < trialOf.length; unit++) {
      if (counts(unit)) {
        measured[unit] = weights[unit];
        expected[unit] = (double) weights[unit] * own.count(unit) / base.count(unit);
      }
    }
    return LatencyFigures.degradation(
        own.quantile(fraction, measured), base.quantile(fraction, expected));
  }

  /**
   * The area above the baseline, per compaction, in operations × unit of the latencies; NaN without
   * operations.
   *
   * @param wholes by compaction: how much longer the span is than its part that was measured
   */
  double excess(int[] weights, double[] wholes) {
    double sum = 0;
    long compactions = 0;
    for (int unit = 0; unit < trialOf.length; unit++) {
      if (counts(unit)) {
        sum += weights[unit] * wholes[unit] * (own.sum(unit) - expectedSum(unit));
        compactions += weights[unit];
      }
    }
    return sum / compactions; // 0 / 0 is NaN
  }

  private double expectedSum(int unit) {
    return own.count(unit) * base.sum(unit) / base.count(unit);
  }

  private boolean counts(int unit) {
    return own.count(unit) > 0 && base.count(unit) > 0;
  }
}
