// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import io.lighter.common.metrics.MetricSet;
import io.lighter.engine.read.SearchPool;
import io.lighter.engine.read.SearchSettings;
import org.apache.yetus.audience.InterfaceAudience;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds the {@link SearchPool} of a region server. Thread-safe. */
@InterfaceAudience.Private
final class RegionServerSearch {
  private static final Logger LOG = LoggerFactory.getLogger(RegionServerSearch.class);

  private static final PerRegionServer<SearchPool> BY_SERVER =
      new PerRegionServer<>(RegionServerSearch::create, SearchPool::close);

  private RegionServerSearch() {}

  /** Returns the threads of a region server for seeks ahead, created on first use. */
  static SearchPool of(RegionServerServices server) {
    return BY_SERVER.of(server);
  }

  private static SearchPool create(RegionServerServices server, MetricSet metrics) {
    int threads =
        SearchSettings.threads(server.getConfiguration(), problem -> LOG.error("{}", problem));
    LOG.info("seeks ahead: server={} threads={}", server.getServerName(), threads);
    return new SearchPool(threads, metrics);
  }
}
