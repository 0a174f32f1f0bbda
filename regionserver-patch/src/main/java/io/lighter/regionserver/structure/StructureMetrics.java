// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.structure;

import io.lighter.common.metrics.LighterMetric;
import io.lighter.common.metrics.MetricSet;
import java.util.List;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.metrics.Counter;

/** The metrics of tables, among the plug-in's. Thread-safe. */
public final class StructureMetrics {
  private static final List<LighterMetric> OF_TABLE =
      List.of(
          LighterMetric.TABLE_FLUSHED_BYTES,
          LighterMetric.TABLE_COMPACTED_BYTES,
          LighterMetric.TABLE_WRITE_AMPLIFICATION,
          LighterMetric.TABLE_READ_AMPLIFICATION,
          LighterMetric.TABLE_READ_AMPLIFICATION_MAX,
          LighterMetric.TABLE_SPACE_AMPLIFICATION,
          LighterMetric.TABLE_UNMERGED_BYTES);

  private final MetricSet metrics;

  /** Counters of a table. */
  record Written(Counter flushed, Counter compacted) {}

  /** Registers nothing yet; the owner of the registry removes what is registered. */
  public StructureMetrics(MetricSet metrics) {
    this.metrics = metrics;
  }

  /**
   * Registers the metrics of a table.
   *
   * @param sums supplies the last sums, without waiting
   * @return the table's counters, which are 0 unless they were registered before
   */
  Written register(TableName table, Supplier<TableSums> sums) {
    String name = table.getNameAsString();
    Counter flushed = metrics.counter(LighterMetric.TABLE_FLUSHED_BYTES, name);
    Counter compacted = metrics.counter(LighterMetric.TABLE_COMPACTED_BYTES, name);
    metrics.gauge(
        LighterMetric.TABLE_WRITE_AMPLIFICATION,
        name,
        () -> TableSums.writeAmplification(flushed.getCount(), compacted.getCount()));
    metrics.gauge(
        LighterMetric.TABLE_READ_AMPLIFICATION, name, () -> sums.get().readAmplification());
    metrics.gauge(LighterMetric.TABLE_READ_AMPLIFICATION_MAX, name, () -> sums.get().mostRuns());
    metrics.gauge(
        LighterMetric.TABLE_SPACE_AMPLIFICATION, name, () -> sums.get().spaceAmplification());
    metrics.gauge(LighterMetric.TABLE_UNMERGED_BYTES, name, () -> sums.get().unmergedBytes());
    return new Written(flushed, compacted);
  }

  /**
   * Registers the metrics of indexes.
   *
   * @param unobserved supplies the regions of indexed tables without the observer, without waiting
   */
  void observeIndexes(Supplier<Integer> unobserved) {
    metrics.gauge(LighterMetric.INDEX_UNOBSERVED_REGIONS, unobserved);
  }

  /** Removes the metrics of a table. */
  void remove(TableName table) {
    OF_TABLE.forEach(metric -> metrics.remove(metric, table.getNameAsString()));
  }
}
