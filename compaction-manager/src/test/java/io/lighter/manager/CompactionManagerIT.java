// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.lighter.common.assignment.SlotTable;
import io.lighter.common.config.LighterConfiguration;
import io.lighter.common.metrics.LighterMetric;
import io.lighter.common.metrics.MetricProcess;
import io.lighter.common.protocol.LighterProtos.ExplainRequest;
import io.lighter.common.protocol.LighterProtos.ExplainResponse;
import io.lighter.common.protocol.LighterProtos.IndexRound;
import io.lighter.common.protocol.LighterProtos.OffloadSwitch;
import io.lighter.common.protocol.LighterProtos.ServerStatus;
import io.lighter.common.protocol.LighterProtos.StatusRequest;
import io.lighter.common.protocol.LighterProtos.StatusResponse;
import io.lighter.common.rpc.RpcCaller;
import io.lighter.manager.assign.AssignmentStore;
import io.lighter.manager.assign.AssignmentStore.Stored;
import io.lighter.manager.assign.HBaseRegionSource;
import io.lighter.manager.assign.RegionCensus;
import io.lighter.manager.assign.RegionSource;
import io.lighter.manager.assign.TableGroups;
import io.lighter.manager.balance.SlotAssigner;
import io.lighter.manager.cluster.ElectedLeader;
import io.lighter.manager.cluster.Leadership;
import io.lighter.manager.cluster.ManagerDirectory;
import io.lighter.manager.collect.RoundRecords;
import io.lighter.manager.collect.ZooKeeperRecords;
import io.lighter.service.zk.DrainNodes;
import io.lighter.testing.fixtures.MiniClusterSite;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.curator.framework.recipes.leader.LeaderLatch;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.metrics.Gauge;
import org.apache.hadoop.hbase.metrics.MetricRegistries;
import org.apache.hadoop.hbase.metrics.MetricRegistry;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.RegionSplitter.HexStringSplit;
import org.apache.hadoop.hbase.zookeeper.ZooKeeperSessions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** Runs a manager with real ZooKeeper and HBase; compaction servers are znodes only. */
class CompactionManagerIT {
  private static final ServerName A = ServerName.valueOf("a", 16040, 1);
  private static final ServerName B = ServerName.valueOf("b", 16040, 1);
  private static final String GROUP = "default";
  private static final Duration CALL_TIMEOUT = Duration.ofMinutes(1);
  private static final HBaseTestingUtility HBASE = new HBaseTestingUtility();

  private ManagerCluster cluster;
  private RpcCaller caller;

  @BeforeAll
  static void startHBase() throws Exception {
    MiniClusterSite.applyTo(HBASE.getConfiguration());
    HBASE.startMiniCluster(1);
  }

  @AfterAll
  static void stopHBase() throws Exception {
    HBASE.shutdownMiniCluster();
  }

  @BeforeEach
  void open(TestInfo test) throws Exception {
    String name = test.getTestMethod().orElseThrow().getName();
    cluster = new ManagerCluster(HBASE.getConfiguration(), "/lighter-" + name);
    caller = new RpcCaller(cluster.conf);
  }

  @AfterEach
  void close() {
    caller.close();
    cluster.close();
  }

  @Test
  void firstServerGetsAllSlotsAndSecondItsShare() throws Exception {
    try (CompactionManager manager = startLeader()) {
      cluster.register(A, GROUP);
      awaitSlots(Map.of(A, SlotTable.SLOTS));

      cluster.register(B, GROUP);
      cluster.await(() -> cluster.table(GROUP).slotsByOwner().containsKey(B));

      assertThat(cluster.table(GROUP).slotsByOwner().values()).allMatch(slots -> slots > 2000);
      assertThat(manager.isLeader()).isTrue();
    }
  }

  @Test
  void managerRegistersTheDeclaredMetrics() throws Exception {
    try (CompactionManager manager = startLeader()) {
      MetricRegistry registry =
          MetricRegistries.global().get(MetricProcess.MANAGER.registry()).orElseThrow();
      List<LighterMetric> declared = LighterMetric.of(MetricProcess.MANAGER);

      assertThat(registry.getMetrics().keySet())
          .containsExactlyInAnyOrderElementsOf(
              declared.stream().map(LighterMetric::metricName).toList());
      assertThat(((Gauge<?>) registry.get("leader").orElseThrow()).getValue()).isEqualTo(1);
      assertThat(((Gauge<?>) registry.get("switchedOff").orElseThrow()).getValue()).isEqualTo(0);
      assertThat(status(manager.serverName()).getWantedServers()).isEqualTo(-1);
    }
  }

  @Test
  void deadServersSlotsMoveToLiveOnesWhileAnyAreLeft() throws Exception {
    try (CompactionManager manager = startLeader()) {
      cluster.register(A, GROUP);
      cluster.register(B, GROUP);
      cluster.await(() -> cluster.table(GROUP).slotsByOwner().size() == 2);

      cluster.kill(A);
      awaitSlots(Map.of(B, SlotTable.SLOTS));

      cluster.kill(B);
      awaitSlots(Map.of());
      assertThat(manager.isLeader()).isTrue();
    }
  }

  @Test
  void drainingServerHoldsNoSlotUntilItIsUndrained() throws Exception {
    DrainNodes drains = new DrainNodes(cluster.zooKeeper, cluster.znodes);
    try (CompactionManager manager = startLeader()) {
      cluster.register(A, GROUP);
      cluster.register(B, GROUP);
      cluster.await(() -> cluster.table(GROUP).slotsByOwner().size() == 2);

      drains.drain(A);
      awaitSlots(Map.of(B, SlotTable.SLOTS));
      drains.undrain(A);
      cluster.await(() -> cluster.table(GROUP).slotsByOwner().size() == 2);
      assertThat(manager.isLeader()).isTrue();
    }
  }

  @Test
  void newLeaderReadsTheDrainingServers() throws Exception {
    DrainNodes drains = new DrainNodes(cluster.zooKeeper, cluster.znodes);
    cluster.register(A, GROUP);
    cluster.register(B, GROUP);
    drains.drain(A);
    cluster.put(cluster.znodes.draining() + "/garbage", new byte[0]);
    try (CompactionManager manager = startLeader()) {
      awaitSlots(Map.of(B, SlotTable.SLOTS));
      assertThat(cluster.tableVersion(GROUP)).as("written once").isZero();
      assertThat(manager.isLeader()).isTrue();
    }
  }

  @Test
  void groupWithoutServerIsInTheStatus() throws Exception {
    try (CompactionManager manager = startLeader()) {
      cluster.register(B, GROUP);
      createTable("uncovered", "platinum", 1);
      cluster.await(
          () -> status(manager.serverName()).getGroupWithoutServerList().contains("platinum"));

      cluster.register(A, "platinum");
      cluster.await(
          () -> !status(manager.serverName()).getGroupWithoutServerList().contains("platinum"));
      new DrainNodes(cluster.zooKeeper, cluster.znodes).drain(A);
      cluster.await(
          () -> status(manager.serverName()).getGroupWithoutServerList().contains("platinum"));
    }
  }

  @Test
  void newTablesRegionsAreSpreadOverItsGroup() throws Exception {
    try (CompactionManager manager = startLeader()) {
      cluster.register(A, "gold");
      cluster.register(B, "gold");
      cluster.register(ServerName.valueOf("c", 16040, 1), GROUP);

      List<RegionInfo> regions = createTable("gold-table", "gold", 16);

      cluster.await(() -> spread(cluster.table("gold"), regions) <= 1);
      cluster.await(() -> status(manager.serverName()).getRegions() >= 16);
    }
  }

  @Test
  void regionsOfEnabledUserTablesAreCountedWithoutReplicas() throws Exception {
    TableName table = TableName.valueOf("counted");
    TableGroups groups = new TableGroups(LighterConfiguration.of(cluster.conf));
    try (RegionSource source = new HBaseRegionSource(cluster.conf, groups)) {
      HBASE
          .getAdmin()
          .createTable(
              TableDescriptorBuilder.newBuilder(table)
                  .setRegionReplication(2)
                  .setValue("lighter.group", "counted")
                  .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"))
                  .build(),
              new HexStringSplit().split(5));
      RegionCensus enabled = source.read();
      HBASE.getAdmin().disableTable(table);
      RegionCensus disabled = source.read();

      assertThat(IntStream.of(enabled.regionsBySlot("counted")).sum()).isEqualTo(5);
      assertThat(disabled.groups()).doesNotContain("counted");
      assertThat(disabled.regions()).isEqualTo(enabled.regions() - 5);
    }
  }

  @Test
  void unchangedTableIsNotWritten() throws Exception {
    try (CompactionManager manager = startLeader()) {
      cluster.register(A, GROUP);
      awaitSlots(Map.of(A, SlotTable.SLOTS));
      cluster.await(() -> status(manager.serverName()).getRegions() >= 0);
      int version = cluster.tableVersion(GROUP);
      int before = status(manager.serverName()).getRegions(); // other tests also have tables

      int regions = createTable("unchanged", GROUP, 3).size();
      cluster.await(() -> status(manager.serverName()).getRegions() >= before + regions);

      assertThat(cluster.tableVersion(GROUP)).isEqualTo(version);
    }
  }

  @Test
  void standbyTakesOverWhenTheLeaderCloses() throws Exception {
    CompactionManager leader = startLeader();
    try (CompactionManager standby = CompactionManager.start(cluster.conf)) {
      cluster.register(A, GROUP);
      awaitSlots(Map.of(A, SlotTable.SLOTS));
      assertThat(standby.isLeader()).isFalse();

      leader.close();

      cluster.await(standby::isLeader);
      cluster.register(B, GROUP);
      cluster.await(() -> cluster.table(GROUP).slotsByOwner().size() == 2);
    } finally {
      leader.close();
    }
  }

  @Test
  void standbyTakesOverWhenTheLeadersSessionDies() throws Exception {
    try (CompactionManager leader = startLeader();
        CompactionManager standby = CompactionManager.start(cluster.conf)) {
      cluster.await(() -> cluster.managers().size() == 2);

      expireSession(leader.serverName());

      cluster.await(standby::isLeader);
      cluster.await(() -> !leader.isLeader());
      cluster.register(A, GROUP);
      awaitSlots(Map.of(A, SlotTable.SLOTS));
      cluster.await(() -> cluster.managers().size() == 2); // the old leader stands by
    }
  }

  @Test
  void writeFailsWithAnOldVersionOrWithoutFence() throws Exception {
    AssignmentStore store = new AssignmentStore(cluster.zooKeeper, cluster.znodes);
    String fence = cluster.znodes.manager() + "/mine";
    cluster.put(fence, new byte[0]);
    cluster.put(cluster.znodes.assignments(), new byte[0]);
    SlotTable mine = SlotAssigner.repair(SlotTable.EMPTY, List.of(A));
    SlotTable theirs = SlotAssigner.repair(SlotTable.EMPTY, List.of(B));

    Stored absent = store.read(GROUP);
    assertThat(store.write(GROUP, absent, theirs, fence)).isTrue();
    assertThat(store.write(GROUP, absent, mine, fence)).as("created meanwhile").isFalse();
    Stored read = store.read(GROUP);
    cluster.put(cluster.znodes.assignment(GROUP), theirs.toBytes());
    assertThat(store.write(GROUP, read, mine, fence)).as("written meanwhile").isFalse();
    Stored latest = store.read(GROUP);
    cluster.zooKeeper.delete().forPath(fence);
    assertThat(store.write(GROUP, latest, mine, fence)).as("another leads").isFalse();

    assertThat(cluster.table(GROUP)).isEqualTo(theirs);
  }

  @Test
  void recordsOfCollectionAreWrittenByTheLeaderOnly() throws Exception {
    String fence = cluster.znodes.manager() + "/mine";
    cluster.put(fence, new byte[0]);
    RoundRecords records =
        new ZooKeeperRecords(
            cluster.zooKeeper, () -> Optional.of(fence), cluster.znodes.collection());
    IndexRound first = IndexRound.newBuilder().setIndexTable("t__i").setBaseBytes(1).build();
    IndexRound second = first.toBuilder().setBaseBytes(2).build();

    assertThat(records.read()).isEmpty();
    assertThat(records.write(List.of(first))).isTrue();
    assertThat(records.write(List.of(second))).isTrue();
    assertThat(records.read()).containsExactly(second);
    cluster.zooKeeper.delete().forPath(fence);
    assertThat(records.write(List.of(first))).as("another leads").isFalse();
    assertThat(records.read()).containsExactly(second);

    cluster.put(cluster.znodes.collection(), new byte[] {7});
    assertThat(records.read()).as("unreadable").isEmpty();
  }

  @Test
  void overwrittenOrRemovedTableIsRepaired() throws Exception {
    try (CompactionManager manager = startLeader()) {
      cluster.register(A, GROUP);
      awaitSlots(Map.of(A, SlotTable.SLOTS));

      cluster.put(
          cluster.znodes.assignment(GROUP),
          SlotAssigner.repair(SlotTable.EMPTY, List.of(B)).toBytes());
      awaitSlots(Map.of(A, SlotTable.SLOTS));
      cluster.zooKeeper.delete().forPath(cluster.znodes.assignment(GROUP));
      awaitSlots(Map.of(A, SlotTable.SLOTS));
      cluster.zooKeeper.delete().deletingChildrenIfNeeded().forPath(cluster.znodes.assignments());
      awaitSlots(Map.of(A, SlotTable.SLOTS));

      assertThat(manager.isLeader()).isTrue();
    }
  }

  @Test
  void garbageInZnodesIsIgnored() throws Exception {
    cluster.put(cluster.znodes.servers() + "/garbage", Bytes.toBytes("garbage"));
    cluster.put(cluster.znodes.server(B), Bytes.toBytes("garbage"));
    cluster.put(cluster.znodes.servers() + "/empty/below", new byte[0]);
    cluster.put(cluster.znodes.assignment(GROUP), Bytes.toBytes("garbage"));
    cluster.put(cluster.znodes.offloadSwitch(), Bytes.toBytes("garbage"));
    cluster.put(cluster.znodes.manager() + "/garbage", Bytes.toBytes("garbage"));
    try (CompactionManager manager = startLeader()) {
      cluster.register(A, GROUP);

      awaitSlots(Map.of(A, SlotTable.SLOTS));
      StatusResponse status = status(manager.serverName());
      assertThat(status.getSwitchedOn()).isTrue();
      assertThat(status.getSilentServerList()).containsExactly(A.getServerName());
    }
  }

  @Test
  void explainReturnsTheReasonForNoMoves() throws Exception {
    try (CompactionManager manager = startLeader()) {
      cluster.register(A, GROUP);
      awaitSlots(Map.of(A, SlotTable.SLOTS));
      cluster.await(() -> explain(manager.serverName()).getRoundCount() > 0);

      ExplainResponse explained = explain(manager.serverName());

      assertThat(explained.getEnabled()).isTrue();
      assertThat(explained.getRound(0).getGroup()).isEqualTo(GROUP);
      assertThat(explained.getRound(0).getVerdict()).isEqualTo("one-server");
      assertThat(explained.getRound(0).getServer(0).getServer()).isEqualTo(A.getServerName());
    }
  }

  @Test
  void statusHasLoadSilentServersSwitchAndStandby() throws Exception {
    try (CompactionManager leader = startLeader();
        CompactionManager standby = CompactionManager.start(cluster.conf)) {
      cluster.register(A, GROUP);
      cluster.register(B, GROUP);
      createTable("status", GROUP, 4);
      cluster.put(
          cluster.znodes.offloadSwitch(),
          OffloadSwitch.newBuilder().setOn(true).addOffTable("t").build().toByteArray());
      cluster.await(() -> cluster.table(GROUP).slotsByOwner().size() == 2);
      // Tables of other tests may be counted before this one's regions have their servers.
      cluster.await(
          () -> {
            report(leader.serverName(), A);
            return status(leader.serverName()).getServerList().stream()
                .anyMatch(server -> server.getRegions() >= 2);
          });

      StatusResponse status = status(leader.serverName());

      assertThat(status.getLeader()).isEqualTo(leader.serverName().getServerName());
      assertThat(status.getStandbyList()).containsExactly(standby.serverName().getServerName());
      assertThat(status.getSilentServerList()).containsExactly(B.getServerName());
      assertThat(status.getSwitchedOn()).isTrue();
      assertThat(status.getSwitchedOffTableList()).containsExactly("t");
      ServerStatus server = status.getServer(0);
      assertThat(server.getReport().getCompletedJobs()).isEqualTo(7);
      assertThat(server.getSlots()).isBetween(2046, 2050);
      assertThat(server.getOccupiedSlots()).isPositive();

      cluster.kill(A);
      cluster.await(() -> status(leader.serverName()).getServerCount() == 0);
    }
  }

  @Test
  void standbyNamesTheLeaderAndRefusesReports() throws Exception {
    try (CompactionManager leader = startLeader();
        CompactionManager standby = CompactionManager.start(cluster.conf)) {
      cluster.register(A, GROUP);
      cluster.await(() -> cluster.managers().size() == 2);

      assertThat(status(standby.serverName()).getLeader())
          .isEqualTo(leader.serverName().getServerName());
      assertThatExceptionOfType(IOException.class)
          .isThrownBy(() -> report(standby.serverName(), A))
          .withMessageContaining("does not lead");
    }
  }

  /** The killed manager is elected until its session ends; calls to it reach its successor. */
  @Test
  void successorDoesNotShowTheKilledManagerAsLeader() throws Exception {
    int port = freePort();
    ServerName killed = ServerName.valueOf("localhost", port, 1);
    Configuration conf = new Configuration(cluster.conf);
    conf.setInt("lighter.manager.port", port);
    Leadership old = new Leadership(cluster.zooKeeper, cluster.znodes, killed, () -> {});
    try (Leadership restarted =
            new Leadership(
                cluster.zooKeeper,
                cluster.znodes,
                ServerName.valueOf("localhost", port, 2),
                () -> {});
        ManagerDirectory directory = new ManagerDirectory(cluster.zooKeeper, cluster.znodes)) {
      old.start();
      cluster.await(old::isLeader);
      directory.announce(killed, Optional.of("http://localhost:1/"));
      cluster.await(() -> directory.dashboardOf(killed).isPresent());
      try (CompactionManager young = CompactionManager.start(conf)) {
        cluster.await(() -> cluster.managers().size() == 2);

        assertThatExceptionOfType(IOException.class)
            .isThrownBy(() -> status(killed))
            .withMessageContaining("no manager leads at present");
        assertThat(new ElectedLeader(restarted, directory).dashboard()).isEmpty();

        old.close();
        cluster.await(young::isLeader);
        assertThat(status(killed).getLeader()).isEqualTo(young.serverName().getServerName());
      }
    } finally {
      old.close();
    }
  }

  @Test
  void deadServersSlotsMoveWithoutHBase() throws Exception {
    cluster.conf.set("hbase.masters", "localhost:1");
    cluster.conf.set("hbase.client.bootstrap.servers", "localhost:1");
    cluster.conf.set("zookeeper.znode.parent", "/no-hbase-here");
    try (CompactionManager manager = startLeader()) {
      cluster.register(A, GROUP);
      cluster.register(B, GROUP);
      cluster.await(() -> cluster.table(GROUP).slotsByOwner().size() == 2);

      cluster.kill(A);

      awaitSlots(Map.of(B, SlotTable.SLOTS));
      assertThat(status(manager.serverName()).getRegions()).isEqualTo(-1);
    }
  }

  /** The effect of CURATOR-653 on a manager after a lost connection. */
  @Test
  void falseLeaderBehindAnotherJoinsTheElectionAgain() throws Exception {
    Leadership first = new Leadership(cluster.zooKeeper, cluster.znodes, A, () -> {});
    try (Leadership second = new Leadership(cluster.zooKeeper, cluster.znodes, B, () -> {})) {
      first.start();
      cluster.await(first::isLeader);
      second.start();
      cluster.await(() -> second.participants().standby().equals(List.of(B)));
      takeForLeader(second);
      assertThat(second.isLeader()).isTrue();

      assertThat(second.fence()).isEmpty();

      assertThat(second.isLeader()).isFalse();
      assertThat(second.term()).isEmpty();
      assertThat(first.fence()).isPresent().isEqualTo(first.term());
      cluster.await(() -> second.participants().standby().equals(List.of(B)));
      first.close();
      cluster.await(second::isLeader);
      assertThat(second.fence()).isPresent();
    } finally {
      first.close();
    }
  }

  private static void takeForLeader(Leadership leadership) throws Exception {
    Field latch = Leadership.class.getDeclaredField("latch");
    latch.setAccessible(true);
    Method setter = LeaderLatch.class.getDeclaredMethod("setLeadership", boolean.class);
    setter.setAccessible(true);
    setter.invoke(latch.get(leadership), true);
  }

  private CompactionManager startLeader() throws Exception {
    CompactionManager manager = CompactionManager.start(cluster.conf);
    cluster.await(manager::isLeader);
    return manager;
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private void awaitSlots(Map<ServerName, Integer> expected) {
    cluster.await(() -> cluster.table(GROUP).slotsByOwner().equals(expected));
  }

  /** Ends the ZooKeeper session of the manager's node, as the ensemble would. */
  private void expireSession(ServerName manager) throws Exception {
    for (String child : cluster.managers()) {
      String path = cluster.znodes.manager() + '/' + child;
      if (Bytes.toString(cluster.zooKeeper.getData().forPath(path))
          .equals(manager.getServerName())) {
        long session = cluster.zooKeeper.checkExists().forPath(path).getEphemeralOwner();
        ZooKeeperSessions.expire(HBASE.getZkCluster(), session);
      }
    }
  }

  private StatusResponse status(ServerName manager) throws IOException {
    var stub = caller.manager(manager, CALL_TIMEOUT);
    return RpcCaller.call(() -> stub.status(null, StatusRequest.getDefaultInstance()));
  }

  private ExplainResponse explain(ServerName manager) throws IOException {
    var stub = caller.manager(manager, CALL_TIMEOUT);
    return RpcCaller.call(() -> stub.explain(null, ExplainRequest.getDefaultInstance()));
  }

  private void report(ServerName manager, ServerName server) throws IOException {
    var stub = caller.manager(manager, CALL_TIMEOUT);
    RpcCaller.call(() -> stub.report(null, ManagerCluster.report(server, 7)));
  }

  private static List<RegionInfo> createTable(String name, String group, int regions)
      throws IOException {
    TableName table = TableName.valueOf(name);
    HBASE
        .getAdmin()
        .createTable(
            TableDescriptorBuilder.newBuilder(table)
                .setValue("lighter.group", group)
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"))
                .build(),
            new HexStringSplit().split(regions));
    return HBASE.getAdmin().getRegions(table);
  }

  /** Maximum minus minimum of the regions of servers A and B. */
  private static int spread(SlotTable table, List<RegionInfo> regions) {
    Map<ServerName, Integer> counts = new HashMap<>(Map.of(A, 0, B, 0));
    for (RegionInfo region : regions) {
      table
          .ownerOf(SlotTable.slotOf(region.getEncodedName()))
          .ifPresent(owner -> counts.merge(owner, 1, Integer::sum));
    }
    boolean all = counts.values().stream().mapToInt(each -> each).sum() == regions.size();
    return all ? Math.abs(counts.get(A) - counts.get(B)) : Integer.MAX_VALUE;
  }
}
