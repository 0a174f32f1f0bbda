// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlacementSettingsTest {
  private final Configuration conf = new Configuration(false);
  private final List<String> problems = new ArrayList<>();

  @ParameterizedTest
  @CsvSource({"none, NONE", "policy, POLICY", "satisfy, SATISFY"})
  void modeHasTheNameOfTheOption(String value, SettleMode mode) {
    conf.set("lighter.tiered.settle", value);
    assertThat(PlacementSettings.settleMode(conf, problems::add)).isEqualTo(mode);
    assertThat(problems).isEmpty();
  }

  @Test
  void intervalMayBeZero() {
    assertThat(PlacementSettings.auditInterval(conf, problems::add))
        .isEqualTo(Duration.ofMinutes(10));
    conf.set("lighter.tiered.audit.interval", "0");
    assertThat(PlacementSettings.auditInterval(conf, problems::add)).isZero();
    assertThat(problems).isEmpty();
  }

  @Test
  void badValuesAreReportedAndDefaultsUsed() {
    conf.set("lighter.tiered.settle", "move");
    conf.set("lighter.tiered.audit.interval", "30s");
    assertThat(PlacementSettings.settleMode(conf, problems::add)).isEqualTo(SettleMode.POLICY);
    assertThat(PlacementSettings.auditInterval(conf, problems::add))
        .isEqualTo(Duration.ofMinutes(10));
    assertThat(problems).hasSize(2);
  }
}
