// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.index;

import java.util.Arrays;

/**
 * Times of one kind of operation in one round. Immutable.
 *
 * @param n number of operations
 * @param p50 median, in microseconds
 * @param p99 99th percentile, in microseconds
 */
record Sample(int n, double p50, double p99) {
  private static final double NANOS_PER_MICRO = 1_000;

  /**
   * The sample of these times.
   *
   * @param nanos at least one time
   */
  static Sample of(long[] nanos) {
    long[] sorted = nanos.clone();
    Arrays.sort(sorted);
    return new Sample(sorted.length, micros(sorted, 0.5), micros(sorted, 0.99));
  }

  /** The nearest rank. */
  private static double micros(long[] sorted, double share) {
    int rank = (int) Math.ceil(share * sorted.length);
    return sorted[Math.max(0, rank - 1)] / NANOS_PER_MICRO;
  }
}
