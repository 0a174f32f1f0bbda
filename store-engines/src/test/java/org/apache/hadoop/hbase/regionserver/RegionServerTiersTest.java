// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.engine.TierFigures;
import io.lighter.common.metrics.LighterMetric;
import io.lighter.common.metrics.MetricProcess;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.MockRegionServerServices;
import org.apache.hadoop.hbase.metrics.MetricRegistries;
import org.junit.jupiter.api.Test;

class RegionServerTiersTest {
  private final Configuration conf = HBaseConfiguration.create();

  @Test
  void filesThatAreNotOnHdfsAreNotAudited() {
    MockRegionServerServices server = new MockRegionServerServices(conf); // on the local disk
    try {
      RegionServerTiers tiers = RegionServerTiers.of(server);
      assertThat(RegionServerTiers.of(server)).isSameAs(tiers);
      assertThat(tiers.audit()).isEmpty();
      assertThat(metrics())
          .contains(
              LighterMetric.TIERED_FORECAST_ERROR.metricName(),
              LighterMetric.TIERED_FLUSH_SPILLS.metricName(),
              LighterMetric.TIERED_FULL_RUNS.metricName(),
              LighterMetric.TIERED_FLUSHED_BYTES.metricName(),
              LighterMetric.TIERED_BYTES.metricName("0"),
              LighterMetric.TIERED_MERGED_BYTES.metricName("9"))
          .doesNotContain(LighterMetric.TIERED_MISPLACED_BYTES.metricName());
    } finally {
      server.stop("test");
    }
  }

  @Test
  void numberOfLevelsWithMetricsIsBounded() {
    MockRegionServerServices server = new MockRegionServerServices(conf);
    try {
      RegionServerTiers.of(server);
      assertThat(metrics())
          .filteredOn(
              name ->
                  LighterMetric.TIERED_BYTES.declares(name)
                      || LighterMetric.TIERED_MERGED_BYTES.declares(name))
          .hasSize(2 * TierFigures.LEVELS);
    } finally {
      server.stop("test");
    }
  }

  private static Set<String> metrics() {
    return MetricRegistries.global()
        .get(MetricProcess.REGION_SERVER.registry())
        .orElseThrow()
        .getMetrics()
        .keySet();
  }
}
