// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.config.LighterOption;
import io.lighter.testing.fixtures.CliRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigCommandTest {
  @Test
  void printsEveryOptionWithItsValueAndOrigin() {
    CliRun run =
        CliRun.of(Lighter.commandLine(() -> CliRun.conf("lighter.server.port", "7")), "config");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out().lines()).hasSize(LighterOption.values().length);
    assertThat(run.out())
        .containsPattern("lighter\\.server\\.port +=  ?7 +# (set|from programmatically)")
        .containsPattern("lighter\\.manager\\.port +=  ?16050 +# default");
  }

  @Test
  void checkOfAValidConfigurationSaysSo() {
    CliRun run =
        CliRun.of(
            Lighter.commandLine(() -> CliRun.conf("lighter.server.port", "7")), "config", "check");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains("valid").contains("1 lighter.* options set");
    assertThat(run.err()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "com.example.Engine",
        "java.lang.String",
        "org.apache.hadoop.hbase.regionserver.OffloadingStoreEngine"
      })
  void checkNamesAnUnusableEngine(String engine) {
    CliRun run =
        CliRun.of(
            Lighter.commandLine(() -> CliRun.conf("lighter.engine.delegate", engine)),
            "config",
            "check");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err().lines())
        .singleElement()
        .asString()
        .contains("lighter.engine.delegate = '" + engine + "'", "DefaultStoreEngine");
  }

  @ParameterizedTest
  @CsvSource({
    "lighter.manager.balance.stop, 80, lighter.manager.balance.start",
    "lighter.server.pause.max, 2m, lighter.offload.stall.timeout",
    "lighter.warmup.rate.ceiling, 1MB, lighter.warmup.rate.floor"
  })
  void checkNamesConflictingOptions(String key, String value, String other) {
    CliRun run = CliRun.of(Lighter.commandLine(() -> CliRun.conf(key, value)), "config", "check");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err().lines())
        .singleElement()
        .asString()
        .contains(key + " = '" + value + "'", other + ", which is ");
  }

  @Test
  void checkNamesASelfReferencingValue() {
    CliRun run =
        CliRun.of(
            Lighter.commandLine(
                () -> CliRun.conf("lighter.server.group", "${a}", "a", "${b}", "b", "${a}")),
            "config",
            "check");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("lighter.server.group = '${a}'");
  }

  @Test
  void checkNamesAllProblemsAtOnce() {
    CliRun run =
        CliRun.of(
            Lighter.commandLine(
                () ->
                    CliRun.conf(
                        "lighter.server.cache.size", "big",
                        "lighter.manager.hostname", "host:1",
                        "lighter.offload.min.size", "1")),
            "config",
            "check");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err().lines()).hasSize(3);
    assertThat(run.err()).contains("did you mean lighter.offload.min.bytes?");
  }
}
