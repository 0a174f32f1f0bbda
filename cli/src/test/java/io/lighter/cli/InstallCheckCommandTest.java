// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.cli.command.Site;
import io.lighter.cli.install.BuildVersions;
import io.lighter.cli.install.Installation;
import io.lighter.testing.fixtures.CliRun;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hbase.thirdparty.com.google.gson.JsonParser;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class InstallCheckCommandTest {
  private static final BuildVersions VERSIONS = BuildVersions.load();

  /** The loopback's port "tcpmux" has no listener. */
  private final Configuration conf =
      CliRun.conf(
          "hbase.rootdir", "hdfs://127.0.0.1:1/hbase",
          "hbase.zookeeper.quorum", "127.0.0.1",
          "hbase.zookeeper.property.clientPort", "1");

  @TempDir Path folder;
  private Optional<Path> hbaseHome = Optional.empty();

  @BeforeEach
  void writeSite() throws IOException {
    Files.writeString(folder.resolve("hbase-site.xml"), "<configuration/>");
  }

  @Test
  void warningsAloneExitWith0() {
    CliRun run = run("--offline");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains("ok       site: ", "warning  links: ");
    assertThat(run.out().lines()).last().asString().endsWith(" 0 problems");
    assertThat(run.err()).isEmpty();
  }

  @Test
  void aProblemExitsWith1() throws IOException {
    hbaseHome = Optional.of(folder);
    Files.createDirectory(folder.resolve("lib"));

    CliRun run = run("--offline");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).contains("problem  plug-in: " + folder.resolve("lib"));
    assertThat(run("--offline", "--role", "lighter").exitCode()).isZero();
  }

  @Test
  void jsonIsOneObject() {
    CliRun run = run("--offline", "--json");

    assertThat(run.exitCode()).isZero();
    assertThat(JsonParser.parseString(run.out()).getAsJsonObject().get("version").getAsString())
        .isEqualTo(VERSIONS.lighter());
  }

  @Test
  void aClusterThatDoesNotAnswerIsAProblemForEachOfItsParts() {
    CliRun run = run();

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out().lines())
        .anyMatch(line -> line.startsWith("problem  folders: hbase.rootdir: "))
        .anyMatch(
            line ->
                line.startsWith("problem  zookeeper: hbase.zookeeper.quorum: ")
                    && line.contains("127.0.0.1:1"));
  }

  @Test
  void wrongOptionSkipsClusterChecks() {
    conf.set("lighter.server.port", "http");

    CliRun run = run();

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out())
        .contains("problem  site: lighter.server.port: ", "warning  cluster: all of it: not looked")
        .doesNotContain("zookeeper: ");
  }

  @Test
  void aSiteThatIsNoXmlIsOneLineAndExits2() throws IOException {
    Files.writeString(folder.resolve("hbase-site.xml"), "<configuration>");

    CliRun run = run("--offline");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err().lines())
        .singleElement()
        .asString()
        .startsWith("lighter: " + folder.resolve("hbase-site.xml") + ", line 1: ");
  }

  @Test
  void anotherFolderIsComparedAndHasToHoldASite() throws IOException {
    Path other = Files.createDirectory(folder.resolve("other"));
    assertThat(run("--offline", "--compare-with", other.toString()))
        .satisfies(
            run -> {
              assertThat(run.exitCode()).isEqualTo(2);
              assertThat(run.err()).contains("--compare-with '" + other + "'");
            });

    Files.writeString(other.resolve("hbase-site.xml"), "<configuration/>");
    CliRun run = run("--offline", "--compare-with", other.toString());
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).contains("problem  same settings: hbase.rootdir: ");
  }

  @Test
  void aRegionServersHostNeedsHBaseHome() {
    CliRun run = run("--offline", "--role", "hbase");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("HBASE_HOME");
  }

  private CliRun run(String... args) {
    Installation installation =
        new Installation(VERSIONS.lighter(), Optional.empty(), hbaseHome, List.of(folder));
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    // Uses the root's error handling, with a command for this test's folders.
    CommandLine root = Lighter.commandLine(() -> conf);
    CommandLine command =
        new CommandLine(
            new InstallCheckCommand(new Site.Loader(() -> conf), installation, VERSIONS));
    command
        .setExecutionExceptionHandler(root.getExecutionExceptionHandler())
        .setParameterExceptionHandler(root.getParameterExceptionHandler())
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true));
    return new CliRun(command.execute(args), out.toString(), err.toString());
  }
}
