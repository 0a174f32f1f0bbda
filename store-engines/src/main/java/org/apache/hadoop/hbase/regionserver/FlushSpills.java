// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import io.lighter.common.metrics.LighterMetric;
import org.apache.hadoop.hbase.metrics.Counter;
import org.apache.yetus.audience.InterfaceAudience;

/** Counts the spilled flushes of a region server. Thread-safe. */
@InterfaceAudience.Private
final class FlushSpills {
  private static final PerRegionServer<Counter> BY_SERVER =
      new PerRegionServer<>(
          (server, metrics) -> metrics.counter(LighterMetric.TIERED_FLUSH_SPILLS), spills -> {});

  private FlushSpills() {}

  /** Returns what counts a spilled flush of a store; nothing counts if a tool opened the store. */
  static Runnable of(HStore store) {
    RegionServerServices server = store.getHRegion().getRegionServerServices();
    return server == null ? () -> {} : BY_SERVER.of(server)::increment;
  }
}
