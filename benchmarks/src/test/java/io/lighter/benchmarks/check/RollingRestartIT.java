package io.lighter.benchmarks.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.benchmarks.cluster.Await;
import io.lighter.benchmarks.cluster.LocalCluster;
import io.lighter.benchmarks.cluster.LocalClusterSettings;
import io.lighter.benchmarks.cluster.ProcessName;
import io.lighter.common.ServerNames;
import io.lighter.common.assignment.SlotTable;
import io.lighter.common.config.LighterConfiguration;
import io.lighter.common.protocol.LighterProtos.ServerStatus;
import io.lighter.common.protocol.LighterProtos.StatusRequest;
import io.lighter.common.protocol.LighterProtos.StatusResponse;
import io.lighter.common.rpc.RpcCaller;
import io.lighter.common.zk.CuratorClients;
import io.lighter.common.zk.LighterZNodes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.leader.LeaderLatch;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.regionserver.OffloadingStoreEngine;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Real processes go and come, in order or not, while a table is written, read, compacted and
 * warmed: no read fails or is wrong, and no compaction runs on the region server.
 */
@Timeout(300)
class RollingRestartIT {
  private static final Logger LOG = LoggerFactory.getLogger(RollingRestartIT.class);
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration SESSION_TIMEOUT = Duration.ofSeconds(5);

  /** ZooKeeper rounds a session's end up to its next tick, 2 s, and checks it once a tick. */
  private static final Duration TICKS = Duration.ofSeconds(6);

  private static final Duration LONG = Duration.ofMinutes(4);
  private static final int MORE_COMPACTIONS = 3;
  private static final ProcessName REGION_SERVER = ProcessName.regionServer(1);
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
                .site("lighter.zookeeper.session.timeout", SESSION_TIMEOUT.toMillis() + "ms")
                .site("hbase.hfile.compaction.discharger.interval", "3000")
                .build());
  }

  @AfterAll
  static void stopCluster() {
    cluster.close();
  }

  @Test
  void restartOfEveryProcessCostsNoReadAndNoOffloadedCompaction() throws Exception {
    Load load = Load.on(TableName.valueOf("rolling"));
    try {
      load.awaitMoreOffloaded();
      for (ProcessName manager : MANAGERS) {
        cluster.restartGracefully(manager, PATIENCE);
        load.awaitMoreOffloaded();
      }
      for (int server = 1; server <= 2; server++) {
        ProcessName name = ProcessName.compactionServer(server);
        assertThat(cluster.restartGracefully(name, PATIENCE)).as("exit code of %s", name).isZero();
        load.awaitMoreOffloaded();
      }
    } finally {
      load.stop();
    }
    CheckReport report = load.report();

    assertUnharmed(report);
    assertThat(report.compactions().warmups()).as("warm-ups").isPositive();
  }

  @Test
  void standbyFollowsAKilledLeaderAndCompactionsAreOffloadedMeanwhile() throws Exception {
    Load load = Load.on(TableName.valueOf("failover"));
    Configuration conf = cluster.configuration();
    LighterConfiguration lighter = LighterConfiguration.of(conf);
    LighterZNodes znodes = LighterZNodes.of(conf, lighter);
    ProcessName killed;
    try (CuratorFramework zooKeeper = CuratorClients.connect(conf, lighter);
        RpcCaller caller = new RpcCaller(conf)) {
      load.awaitMoreOffloaded();
      ServerName before = leader(zooKeeper, znodes).orElseThrow();
      killed = processOf(before);

      long killedAt = System.nanoTime();
      cluster.kill(killed);
      Await.until(
          "another leader",
          PATIENCE,
          () -> leader(zooKeeper, znodes).filter(each -> !each.equals(before)).isPresent());
      assertThat(Duration.ofNanos(System.nanoTime() - killedAt))
          .as("without a leader")
          .isLessThan(SESSION_TIMEOUT.plus(TICKS));
      ServerName after = leader(zooKeeper, znodes).orElseThrow();
      Await.until("the servers' reports and every slot", PATIENCE, () -> isComplete(caller, after));
      load.awaitMoreOffloaded();
    } finally {
      load.stop();
    }
    assertUnharmed(load.report());
    cluster.restart(killed);
  }

  private static void assertUnharmed(CheckReport report) {
    LOG.info("{}", report.toText());
    assertThat(report.violations()).isEmpty();
    assertThat(report.passed()).as(report.toText()).isTrue();
    assertThat(report.compactions().local()).as("compactions on the region server").isZero();
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

  /** Whether the manager has heard of both servers, and each slot has one of them. */
  private static boolean isComplete(RpcCaller caller, ServerName manager) throws IOException {
    StatusResponse status =
        RpcCaller.call(
            () ->
                caller.manager(manager, PATIENCE).status(null, StatusRequest.getDefaultInstance()));
    return status.getServerCount() == 2
        && status.getServerList().stream().mapToInt(ServerStatus::getSlots).sum()
            == SlotTable.SLOTS;
  }

  /** A check that runs until it is stopped: writers, readers, flushes, compactions. */
  private record Load(Checker checker, LogCounts counts, CompletableFuture<CheckReport> check) {

    static Load on(TableName table) throws IOException {
      LogCounts counts = new LogCounts(List.of(cluster.logFile(REGION_SERVER)), table);
      Checker checker =
          new Checker(
              cluster.configuration(),
              cluster.connection(),
              table,
              settings(),
              counts,
              System::nanoTime,
              LOG::info);
      CompletableFuture<CheckReport> check =
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  return checker.run();
                } catch (IOException | InterruptedException e) {
                  throw new CompletionException(e);
                }
              });
      return new Load(checker, counts, check);
    }

    private static CheckSettings settings() {
      Duration never = Duration.ofDays(1); // regions stay: what moves them is not tested here
      return new CheckSettings(
          20261121,
          LONG,
          600,
          60,
          OffloadingStoreEngine.class.getName(),
          Map.of(),
          false,
          new CheckSettings.Load(
              2,
              2,
              1,
              Duration.ofMillis(20),
              Duration.ofMillis(10),
              Duration.ofMillis(300),
              never,
              never));
    }

    void awaitMoreOffloaded() throws IOException {
      long before = counts.read().offloaded();
      Await.until(
          "more offloaded compactions",
          PATIENCE,
          () -> {
            if (check.isDone()) {
              throw new IOException("the load has ended: " + check);
            }
            return counts.read().offloaded() >= before + MORE_COMPACTIONS;
          });
    }

    void stop() {
      checker.stop();
    }

    CheckReport report() throws Exception {
      return check.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }
  }
}
