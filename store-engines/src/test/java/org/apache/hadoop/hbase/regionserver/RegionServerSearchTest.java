// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.metrics.LighterMetric;
import io.lighter.common.metrics.MetricProcess;
import io.lighter.engine.read.SearchPool;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.MockRegionServerServices;
import org.apache.hadoop.hbase.metrics.MetricRegistries;
import org.junit.jupiter.api.Test;

class RegionServerSearchTest {
  private final Configuration conf = HBaseConfiguration.create();

  @Test
  void regionServerHasOnePoolUntilItStops() {
    MockRegionServerServices server = new MockRegionServerServices(conf);
    MockRegionServerServices other = new MockRegionServerServices(conf);
    try {
      SearchPool pool = RegionServerSearch.of(server);
      assertThat(RegionServerSearch.of(server)).isSameAs(pool);
      assertThat(RegionServerSearch.of(other)).isNotSameAs(pool);
      assertThat(MetricRegistries.global().get(MetricProcess.REGION_SERVER.registry()))
          .get()
          .matches(
              registry ->
                  registry.getMetrics().containsKey(LighterMetric.SEARCH_AHEAD.metricName()));
      server.stop("test");
      RegionServerSearch.of(other);
      assertThat(RegionServerSearch.of(server)).isNotSameAs(pool);
    } finally {
      server.stop("test");
      other.stop("test");
    }
  }
}
