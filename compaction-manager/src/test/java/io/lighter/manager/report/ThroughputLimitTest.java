// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.config.ConfigurationException;
import io.lighter.common.config.LighterConfiguration;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.regionserver.compactions.OffPeakHours;
import org.junit.jupiter.api.Test;

class ThroughputLimitTest {
  private final AtomicBoolean offPeak = new AtomicBoolean();

  @Test
  void offPeakLimitAppliesOffPeakOnly() {
    ThroughputLimit limit = new ThroughputLimit(10, OptionalLong.of(50), offPeak::get);
    assertThat(limit.getAsLong()).isEqualTo(10);

    offPeak.set(true);
    assertThat(limit.getAsLong()).isEqualTo(50);
  }

  @Test
  void peakLimitAppliesAllDayWithoutOffPeakLimit() {
    offPeak.set(true);

    assertThat(new ThroughputLimit(10, OptionalLong.empty(), offPeak::get).getAsLong())
        .isEqualTo(10);
    assertThat(new ThroughputLimit(10, OptionalLong.of(0), offPeak::get).getAsLong()).isZero();
  }

  @Test
  void hoursAreThoseOfHBase() throws ConfigurationException {
    Configuration conf = new Configuration(false);
    conf.set("lighter.throughput.limit", "1KB");
    conf.set("lighter.throughput.limit.offpeak", "2KB");
    assertThat(ThroughputLimit.of(conf, LighterConfiguration.of(conf)).getAsLong())
        .as("HBase has no off-peak hours by default")
        .isEqualTo(1024);

    conf.setInt("hbase.offpeak.start.hour", 22);
    conf.setInt("hbase.offpeak.end.hour", 6);
    long expected = OffPeakHours.getInstance(22, 6).isOffPeakHour() ? 2048 : 1024;
    assertThat(ThroughputLimit.of(conf, LighterConfiguration.of(conf)).getAsLong())
        .isEqualTo(expected);
  }
}
