// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import io.lighter.common.metrics.MetricSet;
import io.lighter.engine.read.FilterSettings;
import io.lighter.engine.read.ResidentFilters;
import org.apache.yetus.audience.InterfaceAudience;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds the {@link ResidentFilters} of a region server. Thread-safe. */
@InterfaceAudience.Private
final class RegionServerFilters {
  private static final Logger LOG = LoggerFactory.getLogger(RegionServerFilters.class);

  private static final PerRegionServer<ResidentFilters> BY_SERVER =
      new PerRegionServer<>(RegionServerFilters::create, filters -> {});

  private RegionServerFilters() {}

  /** Returns the filters of a region server, created on first use. */
  static ResidentFilters of(RegionServerServices server) {
    return BY_SERVER.of(server);
  }

  private static ResidentFilters create(RegionServerServices server, MetricSet metrics) {
    long limit =
        FilterSettings.memory(
            server.getConfiguration(),
            Runtime.getRuntime().maxMemory(),
            problem -> LOG.error("{}", problem));
    LOG.info("resident Bloom filters: server={} bytes={}", server.getServerName(), limit);
    return new ResidentFilters(limit, metrics);
  }
}
