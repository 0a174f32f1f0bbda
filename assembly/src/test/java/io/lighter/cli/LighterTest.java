package io.lighter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.hbase.HConstants;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LighterTest {
  /** Nobody listens on the port "tcpmux" of the loopback. */
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
        "warm --table t --start a --stop a",
        "tpcc",
        "tpcc load",
        "tpcc load --warehouses 0",
        "tpcc load --warehouses 1 --threads 0",
        "tpcc load --warehouses 1 --threads 11",
        "tpcc load --warehouses 1000 --threads 1001",
        "tpcc load --warehouses 1 --regions 1001",
        "tpcc load --warehouses 1 --table-prefix a:b:c",
        "tpcc run --threads 1",
        "tpcc run --threads 0 --duration 1s",
        "tpcc run --threads 1 --duration 5",
        "tpcc run --threads 1 --duration 5s --rate -1",
        "tpcc run --threads 1 --duration 5s --histogram-log /nowhere/log",
        "tpcc check --threads 0"
      })
  void wrongCommandLineIsOneLineAndAHintAndExits2(String line) {
    CliRun run = CliRun.of(CliRun.conf(), line.isEmpty() ? new String[0] : line.split(" ", -1));

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err().lines()).hasSize(2).first().asString().startsWith("lighter: ");
    assertThat(run.err()).contains("--help");
  }

  @Test
  void versionNamesLighterHBaseAndJava() {
    CliRun run = CliRun.of(CliRun.conf(), "--version");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).containsPattern("Lighter \\d").contains("HBase 2.6.").contains("Java ");
  }

  @Test
  void helpListsEveryCommandForUsersAndTheExitCodes() {
    CliRun run = CliRun.of(CliRun.conf(), "--help");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .contains("manager", "server", "status", "balance", "switch", "warm", "config", "demo")
        .contains("install-check")
        .contains("check", "simulate", "ycsb", "tpcc")
        .contains("Exit codes")
        .doesNotContain("generate-docs");
  }

  @ParameterizedTest
  @ValueSource(strings = {"manager start", "server start", "status", "switch", "config"})
  void invalidConfigurationNamesAllProblemsAndExits2(String line) {
    CliRun run =
        CliRun.of(
            CliRun.conf("lighter.server.port", "http", "lighter.offlod.enabled", "true"),
            line.split(" ", -1));

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err().lines()).hasSize(2).allMatch(error -> error.startsWith("lighter: "));
    assertThat(run.err())
        .contains("lighter.server.port = 'http': expected a port")
        .contains("lighter.offlod.enabled = 'true': unknown option");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "status",
        "tpcc load --warehouses 1",
        "tpcc run --threads 1 --duration 1s",
        "tpcc check"
      })
  void withoutZooKeeperItIsOneLineNamingTheQuorumAndExits3(String line) {
    CliRun run = CliRun.of(CliRun.conf(NO_ZOOKEEPER), line.split(" ", -1));

    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.err().lines()).singleElement().asString().contains("127.0.0.1:1");
  }

  @Test
  void verboseShowsTheStackTrace() {
    CliRun run = CliRun.of(CliRun.conf("lighter.server.port", "http"), "config", "-v");

    assertThat(run.err()).contains("\tat io.lighter.cli.");
  }
}
