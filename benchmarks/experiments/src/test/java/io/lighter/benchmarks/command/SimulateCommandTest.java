// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.cli.Lighter;
import io.lighter.testing.fixtures.CliRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.com.google.gson.JsonParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SimulateCommandTest {
  @Test
  void printsATableAndWritesAllFigures(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("result.json");
    CliRun run =
        CliRun.of(
            Lighter.commandLine(CliRun::conf),
            "simulate",
            "--region-servers=2",
            "--servers=3",
            "--regions=100",
            "--minutes=4",
            "--seed=5",
            "--json=" + file);

    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains("BY NUMBER", "BY LOAD", "znode of the table");
    JsonObject json = JsonParser.parseString(Files.readString(file)).getAsJsonObject();
    assertThat(json.getAsJsonObject("settings").get("regions").getAsInt()).isEqualTo(100);
    JsonObject byLoad = json.getAsJsonArray("results").get(1).getAsJsonObject();
    assertThat(byLoad.get("balanced").getAsBoolean()).isTrue();
    assertThat(byLoad.get("jobs").getAsLong()).isPositive();
    assertThat(byLoad.get("znode_bytes").getAsInt()).isGreaterThan(8192);
  }

  @Test
  void costsAreMeasuredWithARealManagerAndZooKeeper(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("result.json");
    CliRun run =
        CliRun.of(
            Lighter.commandLine(CliRun::conf),
            "simulate",
            "--costs",
            "--region-servers=3",
            "--servers=2",
            "--regions=100",
            "--jobs=5",
            "--warm-up=10",
            "--seconds=3",
            "--restarts=1",
            "--json=" + file);

    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains("manager's threads, of one core", "of one region server");
    JsonObject json = JsonParser.parseString(Files.readString(file)).getAsJsonObject();
    assertThat(json.get("manager_cores").getAsDouble()).isPositive();
    assertThat(json.get("reports_per_second").getAsDouble()).isPositive();
    assertThat(json.get("reads_per_restart").getAsDouble()).isPositive();
  }

  @Test
  void impossibleCostsAreAUsageError() {
    CliRun run =
        CliRun.of(Lighter.commandLine(CliRun::conf), "simulate", "--costs", "--restarts=-1");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("restarts = -1: expected a number from 0 to 100");
  }

  @Test
  void impossibleClusterIsAUsageError() {
    CliRun run = CliRun.of(Lighter.commandLine(CliRun::conf), "simulate", "--servers=0");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("compaction servers = 0: expected a number from 1 to 1000");
  }
}
