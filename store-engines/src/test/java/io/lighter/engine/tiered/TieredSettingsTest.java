// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.tiered;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class TieredSettingsTest {
  private static final long MB = 1 << 20;
  private static final TieredLimits DEFAULTS =
      new TieredLimits(TierPlan.ofOneTier(4), 0, 4 * MB, 128 * MB, 16, 0);

  private final Configuration conf = new Configuration(false);
  private final List<String> problems = new ArrayList<>();

  private TieredLimits limits() {
    return TieredSettings.limits(conf, 128 * MB, 16, problems::add);
  }

  @Test
  void defaultsAreThoseOfTheDesign() {
    assertThat(limits()).isEqualTo(DEFAULTS);
    assertThat(problems).isEmpty();
  }

  @Test
  void valuesAreRead() {
    conf.set("lighter.tiered.tiers", "*:8");
    conf.set("lighter.tiered.base", "64MB");
    conf.set("lighter.tiered.base.min", "64KB");
    conf.set("lighter.tiered.major.period", "7d");
    assertThat(limits())
        .isEqualTo(
            new TieredLimits(
                TierPlan.ofOneTier(8), 64 * MB, MB / 16, 128 * MB, 16, TimeUnit.DAYS.toMillis(7)));
    assertThat(problems).isEmpty();
  }

  @Test
  void badValuesAreNamedAndTheirDefaultsUsed() {
    conf.set("lighter.tiered.tiers", "FAST:4");
    conf.set("lighter.tiered.base", "512KB");
    conf.set("lighter.tiered.base.min", "1KB");
    conf.set("lighter.tiered.major.period", "7");
    assertThat(limits()).isEqualTo(DEFAULTS);
    assertThat(problems)
        .hasSize(4)
        .contains(
            "lighter.tiered.base = '512KB': expected 0, or a number of bytes of at least 1MB, such"
                + " as 64MB; the default is used");
  }

  @Test
  void valueWithTooManyVariablesIsBad() {
    conf.set("lighter.tiered.tiers", "${lighter.tiered.tiers}x");
    assertThat(limits()).isEqualTo(DEFAULTS);
    assertThat(problems).hasSize(1);
  }

  /** The message has the number to set. */
  @Test
  void tooFewBlockingFilesAreAProblemWithTheNumberToSet() {
    long region = 10_240 * MB;
    assertThat(TieredSettings.filesProblem(limits(), region)).isEmpty();
    conf.set("lighter.tiered.tiers", "*:80");
    assertThat(TieredSettings.filesProblem(limits(), region))
        .hasValueSatisfying(
            problem ->
                assertThat(problem)
                    .startsWith("hbase.hstore.blockingStoreFiles = '16': expected 238 or more"));
    assertThat(TieredSettings.leastBlockingFiles(limits(), region)).isEqualTo(238);
  }
}
