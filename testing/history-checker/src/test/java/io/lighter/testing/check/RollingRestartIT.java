// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.ServerNames;
import io.lighter.common.assignment.SlotTable;
import io.lighter.common.config.LighterConfiguration;
import io.lighter.common.protocol.LighterProtos.ServerStatus;
import io.lighter.common.protocol.LighterProtos.StatusRequest;
import io.lighter.common.protocol.LighterProtos.StatusResponse;
import io.lighter.common.rpc.RpcCaller;
import io.lighter.common.zk.LighterZNodes;
import io.lighter.service.zk.CuratorClients;
import io.lighter.testing.cluster.Await;
import io.lighter.testing.cluster.LocalCluster;
import io.lighter.testing.cluster.LocalClusterSettings;
import io.lighter.testing.cluster.ProcessName;
import io.lighter.testing.cluster.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.leader.LeaderLatch;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Restarts and kills real processes while a table is written, read, compacted and warmed: no read
 * fails or is wrong, and no compaction runs locally.
 */
@Timeout(1_200)
class RollingRestartIT {
  private static final Logger LOG = LoggerFactory.getLogger(RollingRestartIT.class);
  private static final Duration TIMEOUT = Duration.ofMinutes(3);
  private static final Duration SESSION_TIMEOUT = Duration.ofSeconds(5);

  /**
   * ZooKeeper rounds a session's end up to its next tick of 2 s, and checks sessions once per tick;
   * the rest is for a busy machine.
   */
  private static final Duration TICKS = Duration.ofSeconds(55);

  private static final Duration LONG = Duration.ofMinutes(15);
  private static final int MORE_COMPACTIONS = 3;
  private static final List<ProcessName> MANAGERS =
      List.of(ProcessName.manager(1), ProcessName.manager(2));

  @TempDir private static Path parent;

  private static LocalCluster cluster;

  @BeforeAll
  static void startCluster() throws Exception {
    cluster =
        LocalCluster.start(
            LocalClusterSettings.builder()
                .regionServers(1)
                .managers(2)
                .compactionServers(2)
                .hdfs(1, 1)
                .parent(parent)
                .site("lighter.offload.min.bytes", "1")
                .site("lighter.offload.poll.interval", "100ms")
                .site("lighter.offload.server.timeout", "30s")
                .site("lighter.server.cache.lease", "20s")
                .site("lighter.warmup.min.bytes", "1")
                .site("lighter.warmup.chunk.size", "4KB")
                .site("lighter.warmup.rate", "200KB")
                // A slow compaction server must not count as dead.
                .site(
                    Role.MANAGER,
                    "lighter.zookeeper.session.timeout",
                    SESSION_TIMEOUT.toMillis() + "ms")
                .site("hbase.hfile.compaction.discharger.interval", "3000")
                .build());
  }

  @AfterAll
  static void stopCluster() {
    cluster.close();
  }

  @Test
  void restartOfEveryProcessFailsNoReadAndNoOffloadedCompaction() throws Exception {
    BackgroundCheck load = load("rolling");
    try {
      load.awaitOffloaded(MORE_COMPACTIONS, TIMEOUT);
      for (ProcessName manager : MANAGERS) {
        cluster.restartGracefully(manager, TIMEOUT);
        load.awaitOffloaded(MORE_COMPACTIONS, TIMEOUT);
      }
      for (int server = 1; server <= 2; server++) {
        ProcessName name = ProcessName.compactionServer(server);
        assertThat(cluster.restartGracefully(name, TIMEOUT)).as("exit code of %s", name).isZero();
        load.awaitOffloaded(MORE_COMPACTIONS, TIMEOUT);
      }
    } finally {
      load.stop();
    }
    BackgroundCheck.Verdict verdict = load.verdict();

    assertNoFailure(verdict);
    assertThat(verdict.warmups()).as("warm-ups").isPositive();
  }

  @Test
  void standbyFollowsAKilledLeaderAndCompactionsAreOffloadedMeanwhile() throws Exception {
    BackgroundCheck load = load("failover");
    Configuration conf = cluster.configuration();
    LighterConfiguration lighter = LighterConfiguration.of(conf);
    LighterZNodes znodes = LighterZNodes.of(conf, lighter);
    ProcessName killed;
    try (CuratorFramework zooKeeper = CuratorClients.connect(conf, lighter);
        RpcCaller caller = new RpcCaller(conf)) {
      load.awaitOffloaded(MORE_COMPACTIONS, TIMEOUT);
      Await.until("a leader", TIMEOUT, () -> leader(zooKeeper, znodes).isPresent());
      ServerName before = leader(zooKeeper, znodes).orElseThrow();
      killed = processOf(before);

      long killedAt = System.nanoTime();
      cluster.kill(killed);
      Await.until(
          "another leader",
          TIMEOUT,
          () -> leader(zooKeeper, znodes).filter(each -> !each.equals(before)).isPresent());
      assertThat(Duration.ofNanos(System.nanoTime() - killedAt))
          .as("without a leader")
          .isLessThan(SESSION_TIMEOUT.plus(TICKS));
      Await.until(
          "the servers' reports and every slot",
          TIMEOUT,
          () -> isComplete(caller, leader(zooKeeper, znodes)));
      load.awaitOffloaded(MORE_COMPACTIONS, TIMEOUT);
    } finally {
      load.stop();
    }
    assertNoFailure(load.verdict());
    cluster.restart(killed);
  }

  private static BackgroundCheck load(String table) throws IOException {
    return BackgroundCheck.of(cluster, TableName.valueOf(table))
        .limit(LONG)
        .compactingEvery(Duration.ofMillis(300))
        .start();
  }

  private static void assertNoFailure(BackgroundCheck.Verdict verdict) {
    LOG.info("{}", verdict.text());
    assertThat(verdict.violations()).as(verdict.text()).isZero();
    assertThat(verdict.failed()).as(verdict.text()).isZero();
    assertThat(verdict.rowsChecked()).as("rows checked").isPositive();
    assertThat(verdict.offloaded()).as("offloaded compactions").isPositive();
    assertThat(verdict.local()).as("compactions on the region server").isZero();
  }

  private static Optional<ServerName> leader(CuratorFramework zooKeeper, LighterZNodes znodes)
      throws IOException {
    try {
      return ServerNames.parse(new LeaderLatch(zooKeeper, znodes.manager()).getLeader().getId());
    } catch (Exception e) { // what Curator declares
      throw new IOException("cannot tell who leads", e);
    }
  }

  private static ProcessName processOf(ServerName manager) throws IOException {
    for (ProcessName name : MANAGERS) {
      if (Files.readString(cluster.logFile(name)).contains(manager.getServerName() + " leads")) {
        return name;
      }
    }
    throw new IOException("no log says that " + manager + " leads");
  }

  /** Whether the manager has reports of both servers, and each slot has an owner. */
  private static boolean isComplete(RpcCaller caller, Optional<ServerName> manager) {
    if (manager.isEmpty()) {
      return false;
    }
    StatusResponse status;
    try {
      status =
          RpcCaller.call(
              () ->
                  caller
                      .manager(manager.get(), TIMEOUT)
                      .status(null, StatusRequest.getDefaultInstance()));
    } catch (IOException e) { // leadership has just changed
      LOG.info("{} does not tell", manager.get(), e);
      return false;
    }
    return status.getServerCount() == 2
        && status.getServerList().stream().mapToInt(ServerStatus::getSlots).sum()
            == SlotTable.SLOTS;
  }
}
