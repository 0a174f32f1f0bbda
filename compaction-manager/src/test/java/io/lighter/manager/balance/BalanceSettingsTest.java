// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.balance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.lighter.common.config.ConfigurationException;
import io.lighter.common.config.LighterConfiguration;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class BalanceSettingsTest {
  @Test
  void defaultsAreUsable() throws ConfigurationException {
    BalanceSettings defaults = BalanceSettings.of(LighterConfiguration.defaults());

    assertThat(defaults.enabled()).isTrue();
    assertThat(defaults.stop()).isLessThan(defaults.start());
    assertThat(defaults.withEnabled(false).enabled()).isFalse();
    assertThat(defaults.withEnabled(false).withEnabled(true)).isEqualTo(defaults);
  }

  @Test
  void stopNotBelowStartIsRefusedNamingBothKeys() {
    Configuration conf = new Configuration(false);
    conf.set("lighter.manager.balance.stop", "80");

    assertThatExceptionOfType(ConfigurationException.class)
        .isThrownBy(() -> BalanceSettings.of(LighterConfiguration.of(conf)))
        .satisfies(
            e ->
                assertThat(e.problems())
                    .singleElement()
                    .asString()
                    .contains("lighter.manager.balance.stop = '80'")
                    .contains("lighter.manager.balance.start, which is 80"));
  }
}
