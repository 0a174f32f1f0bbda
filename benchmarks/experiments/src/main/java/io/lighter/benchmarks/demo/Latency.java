package io.lighter.benchmarks.demo;

import org.HdrHistogram.AbstractHistogram;

/**
 * Latencies of one operation in one phase.
 *
 * @param samples how many; the others mean nothing if 0
 * @param meanMs arithmetic mean, milliseconds
 * @param p99Ms 99th percentile, milliseconds
 */
record Latency(long samples, double meanMs, double p99Ms) {
  private static final double MICROS_PER_MS = 1_000;

  /** Of a histogram of microseconds. */
  static Latency of(AbstractHistogram micros) {
    return new Latency(
        micros.getTotalCount(),
        micros.getMean() / MICROS_PER_MS,
        micros.getValueAtPercentile(99) / MICROS_PER_MS);
  }
}
