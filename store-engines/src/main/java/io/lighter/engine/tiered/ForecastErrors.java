// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.tiered;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * How far the last outputs of a region server were from what was expected of them. Thread-safe; the
 * lock is {@code this}, and nothing is called with it held.
 */
final class ForecastErrors {
  /** Merges that the mean is taken of. */
  private static final int LAST = 64;

  /** Errors of the last merges in percent, the newest last. Guarded by this. */
  private final Deque<Double> errors = new ArrayDeque<>();

  /**
   * Returns the error of a forecast in percent of the larger size, 0 to 100.
   *
   * @param expected bytes that were expected, 0 or more
   * @param written bytes of the output, 0 or more
   */
  static double percent(long expected, long written) {
    double larger = Math.max(1, Math.max(expected, written));
    return 100 * Math.abs(expected - written) / larger;
  }

  /**
   * Notes a merge.
   *
   * @param percent its error, as {@link #percent}
   */
  synchronized void add(double percent) {
    if (errors.size() == LAST) {
      errors.removeFirst();
    }
    errors.addLast(percent);
  }

  /** Returns the mean of the errors in percent, 0 to 100; -1 if there is none. */
  synchronized double meanPercent() {
    return errors.stream().mapToDouble(Double::doubleValue).average().orElse(-1);
  }
}
