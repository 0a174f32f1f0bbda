// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.index;

import java.util.Arrays;
import org.apache.commons.math3.stat.descriptive.rank.Percentile;

/**
 * Times of one kind of operation in one round. Immutable.
 *
 * @param n number of operations
 * @param p50 median, in microseconds
 * @param p99 99th percentile, in microseconds
 */
record Sample(int n, double p50, double p99) {
  private static final double NANOS_PER_MICRO = 1_000;

  /** The nearest rank. */
  private static final Percentile NEAREST =
      new Percentile().withEstimationType(Percentile.EstimationType.R_1);

  /**
   * The sample of these times.
   *
   * @param nanos at least one time
   */
  static Sample of(long[] nanos) {
    double[] micros = Arrays.stream(nanos).mapToDouble(time -> time / NANOS_PER_MICRO).toArray();
    return new Sample(nanos.length, NEAREST.evaluate(micros, 50), NEAREST.evaluate(micros, 99));
  }
}
