// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.metrics.LighterMetric;
import io.lighter.common.metrics.MetricProcess;
import io.lighter.engine.read.ResidentFilters;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.MockRegionServerServices;
import org.apache.hadoop.hbase.metrics.MetricRegistries;
import org.junit.jupiter.api.Test;

class RegionServerFiltersTest {
  private final Configuration conf = HBaseConfiguration.create();

  @Test
  void regionServerHasOneMemoryOfItsSitesSize() {
    conf.set("lighter.forest.filter.memory", "1MB");
    MockRegionServerServices server = new MockRegionServerServices(conf);
    MockRegionServerServices other = new MockRegionServerServices(conf);
    try {
      ResidentFilters memory = RegionServerFilters.of(server);
      assertThat(memory.limit()).isEqualTo(1 << 20);
      assertThat(RegionServerFilters.of(server)).isSameAs(memory);
      assertThat(RegionServerFilters.of(other)).isNotSameAs(memory);
      assertThat(MetricRegistries.global().get(MetricProcess.REGION_SERVER.registry()))
          .get()
          .matches(
              registry ->
                  registry
                      .getMetrics()
                      .containsKey(LighterMetric.FILTER_RESIDENT_BYTES.metricName()));
    } finally {
      server.stop("test");
      other.stop("test");
    }
  }

  @Test
  void memoryOfAStoppedRegionServerIsGivenUp() {
    MockRegionServerServices server = new MockRegionServerServices(conf);
    MockRegionServerServices later = new MockRegionServerServices(conf);
    ResidentFilters memory = RegionServerFilters.of(server);
    server.stop("test");
    try {
      RegionServerFilters.of(later);
      assertThat(RegionServerFilters.of(server)).isNotSameAs(memory);
    } finally {
      later.stop("test");
    }
  }
}
