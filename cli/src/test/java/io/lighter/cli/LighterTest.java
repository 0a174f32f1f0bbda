// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.testing.fixtures.CliRun;
import org.apache.hadoop.hbase.HConstants;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LighterTest {
  /** The loopback's port "tcpmux" has no listener. */
  private static final String[] NO_ZOOKEEPER = {
    HConstants.ZOOKEEPER_QUORUM, "127.0.0.1", HConstants.ZOOKEEPER_CLIENT_PORT, "1"
  };

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "nonsense",
        "--nonsense",
        "manager",
        "server",
        "server stop",
        "switch maybe",
        "switch --table t",
        "switch off --table a:b:c",
        "status --xml",
        "balance --xml",
        "install-check --xml",
        "install-check --role somebody",
        "install-check --compare-with /nowhere",
        "warm",
        "warm --table a:b:c",
        "warm --table t --start b --stop a",
        "warm --table t --start a --stop a"
      })
  void wrongCommandLineIsOneLineAndAHintAndExits2(String line) {
    CliRun run =
        CliRun.of(
            Lighter.commandLine(CliRun::conf),
            line.isEmpty() ? new String[0] : line.split(" ", -1));

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err().lines()).hasSize(2).first().asString().startsWith("lighter: ");
    assertThat(run.err()).contains("--help");
  }

  @Test
  void versionNamesLighterHBaseAndJava() {
    CliRun run = CliRun.of(Lighter.commandLine(CliRun::conf), "--version");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).containsPattern("Lighter \\d").contains("HBase 2.6.").contains("Java ");
  }

  @Test
  void helpListsEveryCommandForUsersAndTheExitCodes() {
    CliRun run = CliRun.of(Lighter.commandLine(CliRun::conf), "--help");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .contains("manager", "server", "status", "balance", "switch", "warm", "config")
        .contains("install-check", "index")
        .contains("Exit codes")
        .doesNotContain("generate-docs");
  }

  @ParameterizedTest
  @ValueSource(strings = {"manager start", "server start", "status", "switch", "config"})
  void invalidConfigurationNamesAllProblemsAndExits2(String line) {
    CliRun run =
        CliRun.of(
            Lighter.commandLine(
                () -> CliRun.conf("lighter.server.port", "http", "lighter.offlod.enabled", "true")),
            line.split(" ", -1));

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err().lines()).hasSize(2).allMatch(error -> error.startsWith("lighter: "));
    assertThat(run.err())
        .contains("lighter.server.port = 'http': expected a port")
        .contains("lighter.offlod.enabled = 'true': unknown option");
  }

  @Test
  void withoutZooKeeperItIsOneLineNamingTheQuorumAndExits3() {
    CliRun run = CliRun.of(Lighter.commandLine(() -> CliRun.conf(NO_ZOOKEEPER)), "status");

    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.err().lines()).singleElement().asString().contains("127.0.0.1:1");
  }

  @Test
  void commandOfAnotherModuleNeedsItsJar() {
    CliRun run = CliRun.of(Lighter.commandLine(CliRun::conf), "demo");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).startsWith("lighter: Unmatched argument at index 0: 'demo'");
  }

  @Test
  void verboseShowsTheStackTrace() {
    CliRun run =
        CliRun.of(
            Lighter.commandLine(() -> CliRun.conf("lighter.server.port", "http")), "config", "-v");

    assertThat(run.err()).contains("\tat io.lighter.cli.");
  }
}
