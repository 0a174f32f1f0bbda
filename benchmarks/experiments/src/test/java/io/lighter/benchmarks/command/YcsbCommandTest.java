// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.cli.Lighter;
import io.lighter.cli.command.Site;
import io.lighter.testing.fixtures.CliRun;
import io.lighter.ycsb.HBaseDatabase;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.apache.hadoop.hbase.HConstants;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import site.ycsb.Workload;
import site.ycsb.measurements.Measurements;
import site.ycsb.workloads.CoreWorkload;

class YcsbCommandTest {
  private static final Path WORKLOADS = Path.of(System.getProperty("lighter.workloads.dir"));

  @TempDir private Path folder;

  private Path workload;

  @BeforeEach
  void writeWorkload() throws IOException {
    workload = folder.resolve("w");
    Files.writeString(workload, "workload=site.ycsb.workloads.CoreWorkload\ntable=ofFile\n");
  }

  @Test
  void argumentsArePassedToYcsbWithDatabaseAndPhase() {
    List<String> line = new ArrayList<>();

    int exitCode =
        execute(
            line,
            "run",
            "-P",
            workload.toString(),
            "-p",
            "a=b=c",
            "-threads",
            "3",
            "-s",
            "-target",
            "50",
            "-l",
            "x y",
            "-db",
            "site.ycsb.BasicDB");

    assertThat(exitCode).isZero();
    assertThat(line)
        .containsExactly(
            "-t",
            "-db",
            HBaseDatabase.class.getName(),
            "-P",
            workload.toString(),
            "-p",
            "a=b=c",
            "-threads",
            "3",
            "-s",
            "-target",
            "50",
            "-l",
            "x y",
            "-db",
            "site.ycsb.BasicDB");
  }

  @Test
  void loadIsYcsbsLoadPhase() {
    List<String> line = new ArrayList<>();

    execute(line, "load", "-P", workload.toString(), "-db", "site.ycsb.BasicDB");

    assertThat(line).startsWith("-load");
  }

  @Test
  void commandLinePropertiesOverrideThoseOfFiles() throws IOException {
    Properties properties =
        YcsbArguments.of(
                new CommandLine(CommandSpec.create()),
                List.of("-p", "table=t", "-P", workload.toString()),
                folder)
            .properties();

    assertThat(properties)
        .containsEntry("table", "t")
        .containsEntry("db", HBaseDatabase.class.getName());
  }

  @Test
  void workloadFileIsAlsoFoundInTheDistribution() throws IOException {
    YcsbArguments arguments =
        YcsbArguments.of(new CommandLine(CommandSpec.create()), List.of("-P", "w"), folder);

    assertThat(arguments.commandLine("-t")).endsWith("-P", workload.toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ycsb                       | expected one of: load, run",
        "ycsb run                   | the property workload is missing",
        "ycsb run -P                | -P: expected a value",
        "ycsb run -P nowhere        | -P nowhere: no such file",
        "ycsb run -P {w} -p a       | -p a: expected NAME=VALUE",
        "ycsb run -P {w} -threads 0 | -threads 0: expected a number",
        "ycsb run -P {w} -fast      | -fast: expected one of YCSB's",
        "ycsb load -t               | -t: expected one of YCSB's"
      })
  void wrongCommandLineIsOneLineAndAHintAndExits2(String line, String message) {
    CliRun run =
        CliRun.of(
            Lighter.commandLine(CliRun::conf),
            line.replace("{w}", workload.toString()).split(" ", -1));

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err().lines()).hasSize(2).first().asString().startsWith("lighter: " + message);
  }

  @Test
  void allWrongPropertiesAreReportedWithExit2() {
    CliRun run =
        CliRun.of(
            Lighter.commandLine(CliRun::conf),
            "ycsb",
            "run",
            "-P",
            workload.toString(),
            "-p",
            "durability=no");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err().lines())
        .hasSize(2)
        .anyMatch(problem -> problem.startsWith("lighter: columnfamily is missing"))
        .anyMatch(problem -> problem.startsWith("lighter: durability = 'no': expected one of"));
  }

  @Test
  void withoutZooKeeperThereIsOneLineAndExit3() {
    CliRun run =
        CliRun.of(
            Lighter.commandLine(
                () ->
                    CliRun.conf(
                        HConstants.ZOOKEEPER_QUORUM,
                        "127.0.0.1",
                        HConstants.ZOOKEEPER_CLIENT_PORT,
                        "1")),
            "ycsb",
            "run",
            "-P",
            workload.toString(),
            "-p",
            "columnfamily=f");

    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.err().lines()).singleElement().asString().contains("127.0.0.1:1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "workloada",
        "workloadb",
        "workloadc",
        "workloadd",
        "workloade",
        "workloadf",
        "paper-write",
        "paper-read"
      })
  void shippedWorkloadIsOneThatYcsbTakesAndItsShareIsWhole(String name) throws Exception {
    Properties properties =
        YcsbArguments.of(
                new CommandLine(CommandSpec.create()),
                List.of("-P", WORKLOADS.resolve(name).toString()),
                folder)
            .properties();

    Measurements.setProperties(properties);
    Workload taken = new CoreWorkload();
    taken.init(properties);

    assertThat(properties.getProperty("workload")).isEqualTo(CoreWorkload.class.getName());
    assertThat(
            properties.stringPropertyNames().stream()
                .filter(key -> key.endsWith("proportion"))
                .mapToDouble(key -> Double.parseDouble(properties.getProperty(key)))
                .sum())
        .isEqualTo(1.0);
  }

  private static int execute(List<String> line, String... args) {
    CommandLine command =
        YcsbCommand.commandLine(
            new Site.Loader(CliRun::conf), arguments -> line.addAll(List.of(arguments)));
    return command.setErr(new PrintWriter(new StringWriter())).execute(args);
  }
}
