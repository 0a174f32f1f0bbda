// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.tiered;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.engine.TierFigures;
import io.lighter.common.metrics.LighterMetric;
import io.lighter.common.metrics.MetricProcess;
import io.lighter.common.metrics.MetricSet;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.metrics.Counter;
import org.apache.hadoop.hbase.metrics.Gauge;
import org.apache.hadoop.hbase.metrics.MetricRegistry;
import org.apache.hadoop.hbase.metrics.MetricRegistryInfo;
import org.apache.hadoop.hbase.metrics.impl.MetricRegistryImpl;
import org.junit.jupiter.api.Test;

class StoreWritesTest {
  private final MetricRegistry registry =
      new MetricRegistryImpl(new MetricRegistryInfo("t", "t", "t", "t", false));
  private final TieredMetrics server =
      new TieredMetrics(
          new MetricSet(MetricProcess.REGION_SERVER, registry), level -> 100 + level, () -> 7);

  @Test
  void storeHasItsOwnCountsAndTheServerThoseOfAllStores() {
    StoreWrites one = new StoreWrites(Optional.of(server));
    StoreWrites other = new StoreWrites(Optional.of(server));
    one.flushed(10);
    one.flushed(20);
    one.merged(1, 25);
    one.merged(40, 300);
    one.spilled();
    one.forecast(100, 50);
    one.forecast(100, 100);
    other.flushed(1_000);
    other.merged(1, 5);

    assertThat(one.now())
        .isEqualTo(
            new TierFigures.Written(
                30, List.of(0L, 25L, 0L, 0L, 0L, 0L, 0L, 0L, 0L, 300L), 1, 2, 50));
    assertThat(counter(LighterMetric.TIERED_FLUSHED_BYTES.metricName())).isEqualTo(1_030);
    assertThat(counter(LighterMetric.TIERED_MERGED_BYTES.metricName("1"))).isEqualTo(30);
    assertThat(counter(LighterMetric.TIERED_MERGED_BYTES.metricName("9"))).isEqualTo(300);
    assertThat(counter(LighterMetric.TIERED_FLUSH_SPILLS.metricName())).isOne();
    assertThat(gauge(LighterMetric.TIERED_FORECAST_ERROR.metricName())).isEqualTo(25.0);
  }

  @Test
  void gaugesAreThoseOfTheOpenStores() {
    assertThat(gauge(LighterMetric.TIERED_BYTES.metricName("0"))).isEqualTo(100L);
    assertThat(gauge(LighterMetric.TIERED_BYTES.metricName("9"))).isEqualTo(109L);
    assertThat(gauge(LighterMetric.TIERED_FULL_RUNS.metricName())).isEqualTo(7L);
    assertThat(LighterMetric.TIERED_BYTES.attributes("3")).containsExactly("TieredBytes_3");
    assertThat(LighterMetric.TIERED_MERGED_BYTES.attributes("3"))
        .containsExactly("TieredMergedBytes_3");
  }

  @Test
  void storeOutsideOfARegionServerCountsForItself() {
    StoreWrites alone = new StoreWrites(Optional.empty());
    alone.flushed(10);
    alone.spilled();
    assertThat(alone.now().flushed()).isEqualTo(10);
    assertThat(counter(LighterMetric.TIERED_FLUSH_SPILLS.metricName())).isZero();
  }

  private long counter(String name) {
    return ((Counter) registry.get(name).orElseThrow()).getCount();
  }

  private Object gauge(String name) {
    return ((Gauge<?>) registry.get(name).orElseThrow()).getValue();
  }
}
