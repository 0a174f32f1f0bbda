// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * Latencies of one operation in one phase.
 *
 * @param samples number of samples, at least 0; if 0, the other figures have no meaning
 * @param meanMs arithmetic mean, milliseconds
 * @param trimmedMs mean of the fastest 90 %, milliseconds, which a single stall does not move
 * @param p99Ms 99th percentile, milliseconds
 */
record Latency(long samples, double meanMs, double trimmedMs, double p99Ms) {
  private static final double MICROS_PER_MS = 1_000;

  /** Share of the samples that {@link #trimmedMs} covers. */
  private static final double TRIMMED_SHARE = 0.9;

  /** Summarizes a histogram whose values are in microseconds. */
  static Latency of(AbstractHistogram micros) {
    return new Latency(
        micros.getTotalCount(),
        micros.getMean() / MICROS_PER_MS,
        trimmedMean(micros) / MICROS_PER_MS,
        micros.getValueAtPercentile(99) / MICROS_PER_MS);
  }

  /** Mean of the smallest 90 % of the values; 0 without one. */
  private static double trimmedMean(AbstractHistogram histogram) {
    long most = (long) Math.ceil(TRIMMED_SHARE * histogram.getTotalCount());
    long counted = 0;
    double sum = 0;
    for (HistogramIterationValue value : histogram.recordedValues()) {
      long count = Math.min(most - counted, value.getCountAtValueIteratedTo());
      sum += (double) count * histogram.medianEquivalentValue(value.getValueIteratedTo());
      counted += count;
    }
    return counted == 0 ? 0 : sum / counted;
  }
}
