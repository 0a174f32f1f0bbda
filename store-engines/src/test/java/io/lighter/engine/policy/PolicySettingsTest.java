// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.policy;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PolicySettingsTest {
  private static final long FLUSH = 128L << 20;

  private final Configuration conf = new Configuration(false);

  @Test
  void defaultsAreSteppedMergeOfFourAndGeometricOfTwo() {
    PolicySettings settings = settings();

    assertThat(settings.stepped()).isEqualTo(new SteppedMerge(4, FLUSH));
    assertThat(settings.geometric()).isEqualTo(new Geometric(2, 0, FLUSH));
    assertThat(settings.problems()).isEmpty();
  }

  @Test
  void valuesAreRead() {
    conf.set("lighter.policy.k", "3");
    conf.set("lighter.policy.p", "5");
    conf.set("lighter.policy.unit", "1MB");

    PolicySettings settings = settings();

    assertThat(settings.stepped()).isEqualTo(new SteppedMerge(3, 1 << 20));
    assertThat(settings.geometric()).isEqualTo(new Geometric(2, 5, 1 << 20));
    assertThat(settings.problems()).isEmpty();
  }

  /** An unknown key elsewhere switches offloading off, but must not change the files. */
  @ParameterizedTest
  @CsvSource({
    "lighter.policy.k, 1",
    "lighter.policy.r, two",
    "lighter.policy.p, 9",
    "lighter.policy.unit, 0"
  })
  void badValueIsNamedAndHasItsDefault(String key, String value) {
    conf.set(key, value);
    conf.set("lighter.unknown", "1");

    PolicySettings settings = settings();

    assertThat(settings.stepped()).isEqualTo(new SteppedMerge(4, FLUSH));
    assertThat(settings.geometric()).isEqualTo(new Geometric(2, 0, FLUSH));
    assertThat(settings.problems())
        .singleElement()
        .asString()
        .startsWith(key + " = '" + value + "': expected ");
  }

  /** Hadoop throws for such a value. */
  @Test
  void valueWithTooManyVariablesIsNamedAndHasItsDefault() {
    for (int i = 0; i < 30; i++) {
      conf.set("v" + i, "${v%d}".formatted(i + 1));
    }
    conf.set("lighter.policy.r", "${v0}");
    conf.set("lighter.policy.p", "2");

    PolicySettings settings = settings();

    assertThat(settings.geometric()).isEqualTo(new Geometric(2, 2, FLUSH));
    assertThat(settings.problems())
        .satisfiesExactly(
            problem ->
                assertThat(problem)
                    .isEqualTo(
                        "lighter.policy.r = '${v0}': expected at most 20 variables; the default is"
                            + " used"),
            problem -> assertThat(problem).startsWith("lighter.policy.r = '${v0}': not used"));
  }

  @Test
  void valuesThatDoNotGoTogetherAreNamed() {
    conf.set("lighter.policy.k", "16");
    conf.set("lighter.policy.r", "3");
    conf.set("lighter.policy.p", "2");

    assertThat(settings().problems())
        .satisfiesExactly(
            problem -> assertThat(problem).contains("hbase.hstore.blockingStoreFiles = 16"),
            problem -> assertThat(problem).contains("hbase.hstore.compaction.max = 10"),
            problem -> assertThat(problem).startsWith("lighter.policy.r = '3': not used"));
  }

  private PolicySettings settings() {
    return PolicySettings.of(conf, FLUSH, 16, 10);
  }
}
