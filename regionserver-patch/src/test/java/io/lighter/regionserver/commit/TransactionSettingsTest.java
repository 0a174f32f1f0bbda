// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.commit;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.config.LighterOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class TransactionSettingsTest {
  private final Configuration site = new Configuration(false);
  private final List<String> problems = new ArrayList<>();

  @Test
  void thereAreDefaults() {
    assertThat(TransactionSettings.of(site, problems::add))
        .isEqualTo(new TransactionSettings(1000, Duration.ofMinutes(1)));
    assertThat(problems).isEmpty();
  }

  @Test
  void valuesOfTheSiteCount() {
    site.set(LighterOption.TRANSACTIONS_MAX_OPEN.key(), "7");
    site.set(LighterOption.TRANSACTIONS_MAX_AGE.key(), "5s");
    site.set("lighter.offlod.enabled", "true"); // unknown, and not a matter of transactions

    assertThat(TransactionSettings.of(site, problems::add))
        .isEqualTo(new TransactionSettings(7, Duration.ofSeconds(5)));
    assertThat(problems).isEmpty();
  }

  @Test
  void badValueIsNamedAndReplacedAlone() {
    site.set(LighterOption.TRANSACTIONS_MAX_OPEN.key(), "7");
    site.set(LighterOption.TRANSACTIONS_MAX_AGE.key(), "soon");

    assertThat(TransactionSettings.of(site, problems::add))
        .isEqualTo(new TransactionSettings(7, Duration.ofMinutes(1)));
    assertThat(problems)
        .containsExactly(
            "lighter.transactions.max.age = 'soon': expected a time from 1s to 10m with its unit,"
                + " such as 10s or 1m; 60s is used");
  }

  @Test
  void endlessVariableIsNamed() {
    site.set(LighterOption.TRANSACTIONS_MAX_OPEN.key(), "${user.name}".repeat(21));

    assertThat(TransactionSettings.of(site, problems::add).mostOpen()).isEqualTo(1000);
    assertThat(problems).singleElement().asString().contains("expected at most 20 variables");
  }
}
