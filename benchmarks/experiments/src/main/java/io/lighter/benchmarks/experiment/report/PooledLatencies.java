// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * Latencies of several units, such as compactions, pooled with a weight for each unit. Immutable.
 *
 * <p>Cumulative counts by distinct value give a percentile of thousands of weightings without a sum
 * of histograms for each one.
 */
final class PooledLatencies {
  /** Relative error of sums of weights, which must not move a quantile to the next value. */
  private static final double ROUNDING = 1e-12;

  private final long[] values; // ascending, distinct
  private final long[][] cumulative; // by unit: operations up to the value at the same place
  private final long[] counts; // by unit
  private final double[] sums; // by unit

  /** Copies the latencies of the units, which may be empty. */
  PooledLatencies(List<Histogram> units) {
    values = units.stream().flatMapToLong(PooledLatencies::recorded).sorted().distinct().toArray();
    cumulative = new long[units.size()][values.length];
    counts = new long[units.size()];
    sums = new double[units.size()];
    for (int unit = 0; unit < units.size(); unit++) {
      Histogram histogram = units.get(unit);
      for (HistogramIterationValue value : histogram.recordedValues()) {
        cumulative[unit][Arrays.binarySearch(values, value.getValueIteratedTo())] =
            value.getCountAtValueIteratedTo();
      }
      Arrays.parallelPrefix(cumulative[unit], Long::sum);
      counts[unit] = histogram.getTotalCount();
      sums[unit] = counts[unit] == 0 ? 0 : counts[unit] * histogram.getMean();
    }
  }

  /** Weights that count each unit once. */
  int[] once() {
    return Bootstrap.once(counts.length);
  }

  /** Number of operations of a unit. */
  long count(int unit) {
    return counts[unit];
  }

  /** Sum of the latencies of a unit, in the unit of the histograms. */
  double sum(int unit) {
    return sums[unit];
  }

  /** Number of operations. */
  long count(int[] weights) {
    long count = 0;
    for (int unit = 0; unit < counts.length; unit++) {
      count += weights[unit] * counts[unit];
    }
    return count;
  }

  /** Mean latency; NaN without operations. */
  double mean(int[] weights) {
    double sum = 0;
    for (int unit = 0; unit < sums.length; unit++) {
      sum += weights[unit] * sums[unit];
    }
    return sum / count(weights); // 0 / 0 is NaN
  }

  /** {@link #quantile(double, double[])} with whole weights. */
  double quantile(double fraction, int[] weights) {
    return quantile(fraction, Arrays.stream(weights).asDoubleStream().toArray());
  }

  /**
   * The least latency that at least a fraction of the operations does not exceed; NaN without
   * operations.
   *
   * @param fraction above 0, up to 1
   * @param weights how many times each operation of a unit counts, at least 0
   */
  double quantile(double fraction, double[] weights) {
    double count = 0;
    for (int unit = 0; unit < counts.length; unit++) {
      count += weights[unit] * counts[unit];
    }
    if (count == 0) {
      return Double.NaN;
    }
    double rank = fraction * count * (1 - ROUNDING);
    int low = 0;
    int high = values.length - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (upTo(middle, weights) >= rank) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return values[low];
  }

  private double upTo(int place, double[] weights) {
    double sum = 0;
    for (int unit = 0; unit < cumulative.length; unit++) {
      sum += weights[unit] * cumulative[unit][place];
    }
    return sum;
  }

  private static LongStream recorded(Histogram histogram) {
    LongStream.Builder recorded = LongStream.builder();
    for (HistogramIterationValue value : histogram.recordedValues()) {
      recorded.add(value.getValueIteratedTo());
    }
    return recorded.build();
  }
}
