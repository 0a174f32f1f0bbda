// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.tiered;

import io.lighter.common.engine.TierFigures;
import io.lighter.common.metrics.LighterMetric;
import io.lighter.common.metrics.MetricSet;
import java.util.List;
import java.util.function.IntToLongFunction;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.metrics.Counter;

/**
 * The metrics of a region server's tiered stores, without those of audits. The number of levels
 * with metrics is {@link TierFigures#LEVELS}. Thread-safe.
 */
public final class TieredMetrics {
  private final Counter flushed;
  private final List<Counter> merged;
  private final Counter flushSpills;
  private final Counter mergeSpills;
  private final ForecastErrors errors = new ForecastErrors();

  /**
   * Registers the metrics.
   *
   * @param metrics takes the metrics of the region server
   * @param levelBytes returns the bytes of all open stores in a level, without waiting
   * @param fullRuns returns the full runs of all open stores that no merge has, without waiting
   */
  public TieredMetrics(MetricSet metrics, IntToLongFunction levelBytes, LongSupplier fullRuns) {
    flushed = metrics.counter(LighterMetric.TIERED_FLUSHED_BYTES);
    merged =
        IntStream.range(0, TierFigures.LEVELS)
            .mapToObj(
                level ->
                    metrics.counter(LighterMetric.TIERED_MERGED_BYTES, Integer.toString(level)))
            .toList();
    flushSpills = metrics.counter(LighterMetric.TIERED_FLUSH_SPILLS);
    mergeSpills = metrics.counter(LighterMetric.TIERED_MERGE_SPILLS);
    for (int level = 0; level < TierFigures.LEVELS; level++) {
      int each = level;
      metrics.gauge(
          LighterMetric.TIERED_BYTES, Integer.toString(level), () -> levelBytes.applyAsLong(each));
    }
    metrics.gauge(LighterMetric.TIERED_FULL_RUNS, fullRuns::getAsLong);
    metrics.gauge(LighterMetric.TIERED_FORECAST_ERROR, errors::meanPercent);
  }

  void flushed(long bytes) {
    flushed.increment(bytes);
  }

  /**
   * Counts what a merge wrote.
   *
   * @param level number under which the level is told
   */
  void merged(int level, long bytes) {
    merged.get(level).increment(bytes);
  }

  void spilled() {
    flushSpills.increment();
  }

  void mergeSpilled() {
    mergeSpills.increment();
  }

  void forecast(double errorPercent) {
    errors.add(errorPercent);
  }
}
