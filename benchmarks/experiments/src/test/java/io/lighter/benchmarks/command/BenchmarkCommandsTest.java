// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.cli.Lighter;
import io.lighter.testing.fixtures.CliRun;
import org.apache.hadoop.hbase.HConstants;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs the command line with the commands of this module and its dependencies. */
class BenchmarkCommandsTest {
  /** The loopback's port "tcpmux" has no listener. */
  private static final String[] NO_ZOOKEEPER = {
    HConstants.ZOOKEEPER_QUORUM, "127.0.0.1", HConstants.ZOOKEEPER_CLIENT_PORT, "1"
  };

  @ParameterizedTest
  @ValueSource(
      strings = {
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
    CliRun run = CliRun.of(Lighter.commandLine(CliRun::conf), line.split(" ", -1));

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err().lines()).hasSize(2).first().asString().startsWith("lighter: ");
    assertThat(run.err()).contains("--help");
  }

  @Test
  void helpListsTheCommands() {
    CliRun run = CliRun.of(Lighter.commandLine(CliRun::conf), "--help");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .contains("demo", "bench", "simulate", "ycsb", "tpcc")
        .contains("check", "chaos", "soak");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"tpcc load --warehouses 1", "tpcc run --threads 1 --duration 1s", "tpcc check"})
  void withoutZooKeeperItIsOneLineNamingTheQuorumAndExits3(String line) {
    CliRun run =
        CliRun.of(Lighter.commandLine(() -> CliRun.conf(NO_ZOOKEEPER)), line.split(" ", -1));

    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.err().lines()).singleElement().asString().contains("127.0.0.1:1");
  }
}
