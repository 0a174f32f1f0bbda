// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import io.lighter.common.metrics.MetricProcess;
import io.lighter.common.metrics.MetricSet;
import io.lighter.engine.read.FilterSettings;
import io.lighter.engine.read.ResidentFilters;
import java.util.IdentityHashMap;
import java.util.Iterator;
import org.apache.hadoop.hbase.metrics.MetricRegistries;
import org.apache.yetus.audience.InterfaceAudience;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the {@link ResidentFilters} of a region server.
 *
 * <p>HBase creates a store engine per store, and offers no place for a shared object. The class
 * therefore has one static map, keyed by region server, since a test runs several in one JVM. An
 * entry is removed when another store opens after its region server has stopped.
 */
@InterfaceAudience.Private
final class RegionServerFilters {
  private static final Logger LOG = LoggerFactory.getLogger(RegionServerFilters.class);

  /** Guarded by itself. */
  private static final IdentityHashMap<RegionServerServices, ResidentFilters> BY_SERVER =
      new IdentityHashMap<>();

  private RegionServerFilters() {}

  /** Returns the filters of a region server, created on first use. */
  static ResidentFilters of(RegionServerServices server) {
    synchronized (BY_SERVER) {
      removeStopped();
      return BY_SERVER.computeIfAbsent(server, RegionServerFilters::create);
    }
  }

  private static ResidentFilters create(RegionServerServices server) {
    long limit =
        FilterSettings.memory(
            server.getConfiguration(),
            Runtime.getRuntime().maxMemory(),
            problem -> LOG.error("{}", problem));
    LOG.info("resident Bloom filters: server={} bytes={}", server.getServerName(), limit);
    // The registry is counted: the plug-in's other metrics are in the same one.
    return new ResidentFilters(
        limit,
        new MetricSet(
            MetricProcess.REGION_SERVER,
            MetricRegistries.global().create(MetricProcess.REGION_SERVER.registry())));
  }

  private static void removeStopped() {
    for (Iterator<RegionServerServices> all = BY_SERVER.keySet().iterator(); all.hasNext(); ) {
      if (all.next().isStopped()) {
        all.remove();
        MetricRegistries.global().remove(MetricProcess.REGION_SERVER.registry());
      }
    }
  }
}
