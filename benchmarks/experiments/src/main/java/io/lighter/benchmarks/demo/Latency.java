// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import org.HdrHistogram.AbstractHistogram;

/**
 * Latencies of one operation in one phase.
 *
 * @param samples number of samples, at least 0; if 0, mean and percentile have no meaning
 * @param meanMs arithmetic mean, milliseconds
 * @param p99Ms 99th percentile, milliseconds
 */
record Latency(long samples, double meanMs, double p99Ms) {
  private static final double MICROS_PER_MS = 1_000;

  /** Summarizes a histogram whose values are in microseconds. */
  static Latency of(AbstractHistogram micros) {
    return new Latency(
        micros.getTotalCount(),
        micros.getMean() / MICROS_PER_MS,
        micros.getValueAtPercentile(99) / MICROS_PER_MS);
  }
}
