// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.cli.command.ExitCode;
import io.lighter.service.zk.DrainNodes;
import io.lighter.testing.fixtures.CliRun;
import org.apache.hadoop.hbase.ServerName;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerCommandTest {
  @RegisterExtension private static final ZooKeeperExtension ZOO_KEEPER = new ZooKeeperExtension();

  private static final ServerName A = ServerName.valueOf("a.example", 16040, 1);
  private static final ServerName B = ServerName.valueOf("b.example", 16040, 2);

  private DrainNodes nodes;

  @BeforeEach
  void createNodes() {
    nodes = new DrainNodes(ZOO_KEEPER.client(), ZOO_KEEPER.site().znodes());
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.example:16040", "a.example,16040", "a.example,16040,1"})
  void drainsAndUndrainsTheServerOfThisName(String name) throws Exception {
    register(A);
    register(B);

    assertThat(run("drain", name)).isEqualTo("a.example,16040,1: draining");
    assertThat(run("drain", name)).isEqualTo("a.example,16040,1: was draining already");
    assertThat(nodes.list()).containsExactly(A);
    assertThat(run("undrain", name)).startsWith("a.example,16040,1: drain mark removed;");
    assertThat(run("undrain", name)).isEqualTo("a.example,16040,1: was not draining");
    assertThat(nodes.list()).isEmpty();
  }

  @Test
  void drainOutlivesTheCommand() throws Exception {
    register(A);
    run("drain", "a.example:16040");

    assertThat(
            ZOO_KEEPER
                .client()
                .checkExists()
                .forPath(ZOO_KEEPER.site().znodes().draining(A))
                .getEphemeralOwner())
        .isZero();
  }

  @Test
  void unknownServerIsAnErrorThatNamesTheLiveOnes() throws Exception {
    register(A);
    register(B);

    CliRun run =
        CliRun.of(
            Lighter.commandLine(() -> ZOO_KEEPER.site().conf()),
            "server",
            "drain",
            "c.example:16040");

    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILURE.code());
    assertThat(run.err().strip())
        .isEqualTo(
            "lighter: no compaction server 'c.example:16040';"
                + " live: a.example,16040,1 b.example,16040,2");
    assertThat(nodes.list()).isEmpty();
  }

  @Test
  void drainWithoutServersReportsNone() {
    CliRun run =
        CliRun.of(Lighter.commandLine(() -> ZOO_KEEPER.site().conf()), "server", "undrain", "c:1");

    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILURE.code());
    assertThat(run.err()).contains("no compaction server 'c:1'; live: none");
  }

  @Test
  void ambiguousServerNameIsRefused() throws Exception {
    register(A);
    register(ServerName.valueOf("a.example", 16040, 7));

    CliRun run =
        CliRun.of(
            Lighter.commandLine(() -> ZOO_KEEPER.site().conf()),
            "server",
            "drain",
            "a.example:16040");

    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILURE.code());
    assertThat(run.err()).contains("may be any of a.example,16040,1 a.example,16040,7");
    assertThat(nodes.list()).isEmpty();
  }

  @Test
  void markOfADeadServerCanBeRemoved() throws Exception {
    nodes.drain(A);

    assertThat(run("undrain", "a.example:16040")).contains("drain mark removed");
  }

  @Test
  void nameIsRequired() {
    CliRun run = CliRun.of(Lighter.commandLine(() -> ZOO_KEEPER.site().conf()), "server", "drain");

    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE.code());
    assertThat(run.err()).contains("NAME");
  }

  @Test
  void directMemoryHasRoomForTheConfiguredCacheAndMore() {
    CliRun run =
        CliRun.of(
            Lighter.commandLine(() -> CliRun.conf("lighter.server.cache.size", "8GB")),
            "server",
            "jvm-options");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).isEqualToIgnoringNewLines("-XX:MaxDirectMemorySize=" + (10L << 30));
  }

  @Test
  void jvmOptionsOfAnInvalidConfigurationPrintOnlyAnError() {
    CliRun run =
        CliRun.of(
            Lighter.commandLine(() -> CliRun.conf("lighter.server.cache.size", "big")),
            "server",
            "jvm-options");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains("lighter.server.cache.size = 'big'");
  }

  private static String run(String command, String name) {
    CliRun run =
        CliRun.of(Lighter.commandLine(() -> ZOO_KEEPER.site().conf()), "server", command, name);
    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
    return run.out().strip();
  }

  private static void register(ServerName server) throws Exception {
    ZOO_KEEPER
        .client()
        .create()
        .creatingParentsIfNeeded()
        .forPath(
            ZOO_KEEPER.site().znodes().server(server),
            Statuses.registration(server.getServerName()).toByteArray());
  }
}
