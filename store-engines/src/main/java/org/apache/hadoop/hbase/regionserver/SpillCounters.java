// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import io.lighter.common.metrics.LighterMetric;
import io.lighter.common.metrics.MetricSet;
import org.apache.hadoop.hbase.metrics.Counter;
import org.apache.yetus.audience.InterfaceAudience;

/**
 * Counts the spilled flushes and merges of a region server. Thread-safe.
 *
 * @param flush counts a spilled flush
 * @param merge counts a spilled merge
 */
@InterfaceAudience.Private
record SpillCounters(Runnable flush, Runnable merge) {
  private static final PerRegionServer<SpillCounters> BY_SERVER =
      new PerRegionServer<>((server, metrics) -> of(metrics), counters -> {});

  /** Counts nothing: a tool opened the store. */
  private static final SpillCounters NONE = new SpillCounters(() -> {}, () -> {});

  /** Returns the counters for a store. */
  static SpillCounters of(HStore store) {
    RegionServerServices server = store.getHRegion().getRegionServerServices();
    return server == null ? NONE : BY_SERVER.of(server);
  }

  private static SpillCounters of(MetricSet metrics) {
    Counter flushes = metrics.counter(LighterMetric.TIERED_FLUSH_SPILLS);
    Counter merges = metrics.counter(LighterMetric.TIERED_MERGE_SPILLS);
    return new SpillCounters(flushes::increment, merges::increment);
  }
}
