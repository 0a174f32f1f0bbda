// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class PlacementSettingsTest {
  private final Configuration conf = new Configuration(false);
  private final List<String> problems = new ArrayList<>();

  @Test
  void intervalMayBeZero() {
    assertThat(PlacementSettings.auditInterval(conf, problems::add))
        .isEqualTo(Duration.ofMinutes(10));
    conf.set("lighter.tiered.audit.interval", "0");
    assertThat(PlacementSettings.auditInterval(conf, problems::add)).isZero();
    assertThat(problems).isEmpty();
  }

  @Test
  void badValueIsReportedAndTheDefaultUsed() {
    conf.set("lighter.tiered.audit.interval", "30s");
    assertThat(PlacementSettings.auditInterval(conf, problems::add))
        .isEqualTo(Duration.ofMinutes(10));
    assertThat(problems).hasSize(1);
  }
}
