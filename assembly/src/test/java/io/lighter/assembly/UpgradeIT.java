// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.assembly;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.cli.Lighter;
import io.lighter.cli.command.ExitCode;
import io.lighter.common.config.LighterOption;
import io.lighter.testing.check.BackgroundCheck;
import io.lighter.testing.cluster.Await;
import io.lighter.testing.cluster.ClassPaths;
import io.lighter.testing.cluster.LocalCluster;
import io.lighter.testing.cluster.LocalClusterSettings;
import io.lighter.testing.cluster.ProcessName;
import io.lighter.testing.cluster.Role;
import io.lighter.testing.fixtures.CliRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hbase.thirdparty.com.google.gson.JsonParser;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replaces an older build by this one, process by process, as docs/operate/operate.md describes,
 * while a table is written, read and compacted. In each mixture compactions are offloaded, and no
 * read or write fails or is wrong. {@code .ci/upgrade} runs this test.
 */
@EnabledIfSystemProperty(named = "lighter.old.home", matches = ".+")
@Timeout(1_500)
class UpgradeIT {
  private static final Logger LOG = LoggerFactory.getLogger(UpgradeIT.class);
  private static final Path NEW = Launcher.HOME;
  private static final Path OLD = Path.of(System.getProperty("lighter.old.home", ""));
  private static final Duration TIMEOUT = Duration.ofMinutes(5);
  private static final int COMPACTIONS = 3;

  @TempDir Path folder;

  /** The link that stands for {@code /opt/lighter} on an operator's hosts. */
  private Path managers;

  private Path servers;
  private Path regionServers;

  @BeforeEach
  void installTheOldBuild() throws IOException {
    managers = install("managers", OLD);
    servers = install("servers", OLD);
    regionServers = install("region-servers", OLD);
  }

  @Test
  void everyMixtureOfTwoBuildsOffloadsAndNoOperationFails() throws Exception {
    assertThat(plugin(OLD)).as("plug-ins of two builds").isNotEqualTo(plugin(NEW));
    try (LocalCluster cluster = LocalCluster.start(settings())) {
      BackgroundCheck load =
          BackgroundCheck.of(cluster, TableName.valueOf("upgraded"))
              .limit(Duration.ofMinutes(24))
              .compactingEvery(Duration.ofMillis(300))
              .start();
      try {
        RollingRestart rolling = new RollingRestart(cluster, load::whileRegionsChange, folder);
        awaitOffloaded(cluster, load, "all old");

        install("servers", NEW);
        restart(cluster, Role.COMPACTION_SERVER);
        awaitOffloaded(cluster, load, "new servers, old plug-in, old manager");

        install("region-servers", NEW);
        rolling.run();
        awaitOffloaded(cluster, load, "new servers, new plug-in, old manager");

        install("managers", NEW);
        restart(cluster, Role.MANAGER);
        awaitOffloaded(cluster, load, "all new");

        install("servers", OLD);
        restart(cluster, Role.COMPACTION_SERVER);
        awaitOffloaded(cluster, load, "old servers, new plug-in, new manager");
      } finally {
        load.stop();
      }
      BackgroundCheck.Verdict verdict = load.verdict();
      LOG.info("{}", verdict.text());
      assertThat(verdict.violations()).as(verdict.text()).isZero();
      assertThat(verdict.failed()).as(verdict.text()).isZero();
      assertThat(verdict.warmups()).as("warm-ups").isPositive();
      assertThat(verdict.local()).as("compactions on a region server").isZero();
    }
  }

  private LocalClusterSettings settings() {
    return LocalClusterSettings.builder()
        .regionServers(2)
        .managers(1)
        .compactionServers(2)
        .hdfs(1, 1)
        .classPaths(Role.MANAGER, ClassPaths.ofHome(managers))
        .classPaths(Role.COMPACTION_SERVER, ClassPaths.ofHome(servers))
        .classPaths(Role.REGION_SERVER, ClassPaths.ofHome(regionServers))
        .parent(folder)
        .startTimeout(Duration.ofMinutes(5))
        // The old build rejects options that it does not know; see versioning.md.
        .withoutSite(LighterOption.WARMUP_COMPACTION_STATE.key())
        .site("lighter.offload.min.bytes", "1")
        .site("lighter.offload.poll.interval", "100ms")
        .site("lighter.offload.server.timeout", "30s")
        .site("lighter.server.cache.lease", "20s")
        .site("lighter.warmup.min.bytes", "1")
        .site("lighter.warmup.chunk.size", "4KB")
        .site("hbase.hfile.compaction.discharger.interval", "3000")
        .build();
  }

  /**
   * Waits for offloaded compactions. Also checks with this build's command line that the manager
   * has reports of both servers.
   */
  private static void awaitOffloaded(LocalCluster cluster, BackgroundCheck load, String mixture)
      throws IOException {
    load.awaitOffloaded(COMPACTIONS, TIMEOUT);
    Await.until(mixture + ": reports of both servers", TIMEOUT, () -> reports(cluster) == 2);
    LOG.info("{}: {}", mixture, load.compactions());
  }

  private static int reports(LocalCluster cluster) {
    CliRun status = CliRun.of(Lighter.commandLine(cluster::configuration), "status", "--json");
    return status.exitCode() == ExitCode.OK.code()
        ? JsonParser.parseString(status.out()).getAsJsonObject().getAsJsonArray("servers").size()
        : 0;
  }

  private static void restart(LocalCluster cluster, Role role) throws IOException {
    for (ProcessName name : cluster.processNames()) {
      if (name.role() == role) {
        int exitCode = cluster.restartGracefully(name, TIMEOUT);
        LOG.info("{} ended with {}", name, exitCode);
      }
    }
  }

  /** Points the link to {@code home} for later starts; running processes are unaffected. */
  private Path install(String name, Path home) throws IOException {
    Path link = folder.resolve(name);
    Files.deleteIfExists(link);
    return Files.createSymbolicLink(link, home.toAbsolutePath());
  }

  private static byte[] plugin(Path home) throws IOException {
    try (Stream<Path> jars = Files.list(home.resolve("lib/plugin"))) {
      List<Path> found = jars.toList();
      assertThat(found).as("plug-ins of %s", home).hasSize(1);
      return Files.readAllBytes(found.get(0));
    }
  }
}
