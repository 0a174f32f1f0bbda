// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.wal;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.config.LighterOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WalSettingsTest {
  private static final String KEY = LighterOption.WAL_ASYNC_MAX_DELAY.key();

  private final Configuration site = new Configuration(false);
  private final List<String> problems = new ArrayList<>();

  @Test
  void thereIsNoBoundByDefault() {
    assertThat(WalSettings.maxDelay(site, problems::add)).isZero();
    assertThat(problems).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "0s, 0", "100ms, 100", "3s, 3000", "60s, 60000", "' 1m ', 60000"})
  void validValueIsTheBound(String value, long millis) {
    site.set(KEY, value);

    assertThat(WalSettings.maxDelay(site, problems::add)).isEqualTo(Duration.ofMillis(millis));
    assertThat(problems).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "3", "99ms", "61s", "-1s", "soon", "${a}"})
  void badValueIsNamedAndThereIsNoBound(String value) {
    site.set(KEY, value);

    assertThat(WalSettings.maxDelay(site, problems::add)).isZero();
    assertThat(problems)
        .singleElement()
        .asString()
        .startsWith(KEY + " = '" + value + "': expected 0, or a time from 100ms to 60s")
        .endsWith("writes with ASYNC_WAL have no bound");
  }

  @Test
  void endlessVariableIsNamedAndThereIsNoBound() {
    site.set(KEY, "${user.name}".repeat(21));

    assertThat(WalSettings.maxDelay(site, problems::add)).isZero();
    assertThat(problems).singleElement().asString().contains("expected at most 20 variables");
  }

  @Test
  void badValueOfAnotherOptionLeavesTheBound() {
    site.set(KEY, "3s");
    site.set("lighter.offlod.enabled", "true");
    site.set(LighterOption.OFFLOAD_MIN_BYTES.key(), "many");

    assertThat(WalSettings.maxDelay(site, problems::add)).isEqualTo(Duration.ofSeconds(3));
    assertThat(problems).isEmpty();
  }
}
