// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.tiered;

import io.lighter.common.metrics.LighterMetric;
import io.lighter.common.metrics.MetricSet;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * How far the last outputs of a region server were from what was expected of them. Thread-safe; the
 * lock is {@code this}, and nothing is called with it held.
 */
public final class ForecastErrors {
  /** Merges that the mean is taken of. */
  private static final int LAST = 64;

  /** Errors of the last merges in percent, the newest last. Guarded by this. */
  private final Deque<Double> errors = new ArrayDeque<>();

  /** Adds the metric of a region server. */
  public void register(MetricSet metrics) {
    metrics.gauge(LighterMetric.TIERED_FORECAST_ERROR, this::meanPercent);
  }

  /**
   * Notes a merge. The error is a share of the larger size, so that it is at most 100 %.
   *
   * @param expected bytes that were expected, 0 or more
   * @param written bytes of the output, 0 or more
   */
  public synchronized void add(long expected, long written) {
    if (errors.size() == LAST) {
      errors.removeFirst();
    }
    double larger = Math.max(1, Math.max(expected, written));
    errors.addLast(100 * Math.abs(expected - written) / larger);
  }

  /** Returns the mean of the errors in percent, 0 to 100; -1 if there is none. */
  public synchronized double meanPercent() {
    return errors.stream().mapToDouble(Double::doubleValue).average().orElse(-1);
  }
}
