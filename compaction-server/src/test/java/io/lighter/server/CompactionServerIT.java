// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.CompactionJobId;
import io.lighter.common.JobFolder;
import io.lighter.common.config.LighterConfiguration;
import io.lighter.common.metrics.MetricProcess;
import io.lighter.common.protocol.LighterProtos.CancelRequest;
import io.lighter.common.protocol.LighterProtos.CompactionPlan;
import io.lighter.common.protocol.LighterProtos.CompactionPlan.DateTiered;
import io.lighter.common.protocol.LighterProtos.CompactionPlan.StripeBoundaries;
import io.lighter.common.protocol.LighterProtos.CompactionServerService;
import io.lighter.common.protocol.LighterProtos.FinishRequest;
import io.lighter.common.protocol.LighterProtos.HeartbeatRequest;
import io.lighter.common.protocol.LighterProtos.HeartbeatResponse;
import io.lighter.common.protocol.LighterProtos.InputFile;
import io.lighter.common.protocol.LighterProtos.JobState;
import io.lighter.common.protocol.LighterProtos.OutputFile;
import io.lighter.common.protocol.LighterProtos.Refusal;
import io.lighter.common.protocol.LighterProtos.ServerRegistration;
import io.lighter.common.protocol.LighterProtos.SubmitRequest;
import io.lighter.common.rpc.Protocol;
import io.lighter.common.rpc.RpcCaller;
import io.lighter.common.zk.LighterZNodes;
import io.lighter.server.replica.ReplicaOrder;
import io.lighter.service.rpc.RpcEndpoint;
import io.lighter.service.zk.CuratorClients;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.CuratorWatcher;
import org.apache.curator.framework.recipes.leader.LeaderLatch;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.Waiter;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.metrics.Counter;
import org.apache.hadoop.hbase.metrics.MetricRegistries;
import org.apache.hadoop.hbase.regionserver.DateTieredStoreEngine;
import org.apache.hadoop.hbase.regionserver.DefaultStoreEngine;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.StripeStoreEngine;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.apache.zookeeper.Watcher.Event.EventType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Runs real jobs over real RPC on the store files of a real region server. */
class CompactionServerIT {
  private static final long WAIT_MS = 60_000;

  /** Prevents a slow test from losing its job to the region server's lease. */
  private static final long HEARTBEAT_TIMEOUT_MS = 5 * WAIT_MS;

  private static final int CANCELS = 5;
  private static final Duration CANCEL_BOUND = Duration.ofSeconds(1);
  private static final Duration SHORT_TTL = Duration.ofSeconds(1);
  private static final Duration LONG_TTL = Duration.ofHours(1);
  private static final String HERE = "localhost";
  private static final String HERE_TOO = "127.0.0.1";

  /** A DataNode that no test takes for the region server's. */
  private static final String ELSEWHERE = "127.0.0.2";

  /** So many equal counts in a row, 20 ms apart, are settled. */
  private static final int EQUAL_COUNTS = 10;

  private static final ThrottleGate GATE = new ThrottleGate();

  private static TestCluster cluster;
  private static CompactionServer server;
  private static RpcCaller rpc;
  private static HRegion region;
  private static HRegion fileTracked;

  @BeforeAll
  static void startCluster() throws Exception {
    // One machine with three names; its DataNodes have different ports.
    cluster = TestCluster.startWithDataNodes(HERE, HERE_TOO, ELSEWHERE);
    server = CompactionServer.start(cluster.conf(), GATE::on);
    rpc = new RpcCaller(cluster.conf());
    region = cluster.table("plain", "DEFAULT");
    fileTracked = cluster.table("filetracked", "FILE");
  }

  @AfterAll
  static void stopCluster() {
    rpc.close();
    server.close();
    cluster.close();
  }

  @Test
  void majorCompactionWritesTheSameCellsAsTheRegionServerAndNoOtherFile() throws Exception {
    for (HRegion target : List.of(region, fileTracked)) {
      Set<Path> before = filesBelow(target.getRegionFileSystem().getRegionDir());
      SubmitRequest request = request(target).build();
      HeartbeatResponse completed = compacted(request);

      assertThat(completed.getOutputCount()).isEqualTo(1);
      assertThat(completed.getProgress().getPercent()).isEqualTo(100);
      assertThat(completed.getProgress().getCellsRead()).isEqualTo(inputCells(target));
      assertThat(completed.getProgress().getBytesRead()).isPositive();
      assertThat(completed.getProgress().getBytesWritten())
          .isGreaterThanOrEqualTo(completed.getOutput(0).getLength());
      List<String> offloaded = cells(target, request, completed);
      assertThat(offloaded).hasSize((int) completed.getOutput(0).getCells());
      assertThat(filesBelow(target.getRegionFileSystem().getRegionDir()))
          .hasSize(before.size() + 1)
          .containsAll(before);

      assertThat(finish(request)).isEqualTo(JobState.DONE);
      assertThat(cancel(request)).isFalse();
      assertThat(cells(target, request, completed)).as("still there").isEqualTo(offloaded);
      assertThat(offloaded).isEqualTo(localMajorCompaction(target));
    }
  }

  @Test
  void outputIsOnTheRegionServersDataNode() throws Exception {
    HRegion target = cluster.table("near", "DEFAULT");
    flushUntilABlockIs(HERE, target);
    List<String> known = inputHosts(target);
    known.removeIf(ELSEWHERE::equals);
    for (int i = 0; i < TestCluster.FLUSHES; i++) {
      String regionServer = known.get(i % known.size());
      SubmitRequest request = request(target).setRegionServer(regionServer + ",16020,1").build();
      HeartbeatResponse completed = compacted(request);

      assertThat(hosts(outputs(target, request, completed).get(0))).containsOnly(regionServer);
      assertThat(cancel(request)).isTrue();
    }
  }

  /** HDFS gets the DataNode's address in this case, since its name node may not know the name. */
  @Test
  void outputIsOnTheRegionServersDataNodeWithAShorterName() throws Exception {
    HRegion target = cluster.table("named", "DEFAULT");
    flushUntilABlockIs(HERE, target);
    SubmitRequest request = request(target).setRegionServer(HERE + ".example.com,16020,1").build();
    HeartbeatResponse completed = compacted(request);

    assertThat(hosts(outputs(target, request, completed).get(0))).containsOnly(HERE);
    assertThat(cancel(request)).isTrue();
  }

  @Test
  void regionServersDataNodeIsNotReadIfAnotherHasAReplica() throws Exception {
    HRegion target =
        cluster.table("replicated", "DEFAULT", family -> family.setDFSReplication((short) 3));
    // Otherwise every DataNode of this test is local.
    try (CompactionServer other =
        CompactionServer.start(
            cluster.conf(), UnaryOperator.identity(), new ReplicaOrder(address -> false))) {
      for (String regionServer : List.of(HERE, HERE_TOO)) {
        Map<String, Long> before = settledBytesRead();
        compactedBy(other, request(target).setRegionServer(regionServer + ",16020,1").build());
        Map<String, Long> read = new HashMap<>(bytesRead());
        before.forEach((host, bytes) -> read.merge(host, -bytes, Long::sum));

        assertThat(read).containsEntry(regionServer, 0L);
        assertThat(read.values().stream().mapToLong(each -> each).sum()).isPositive();
      }
    }
  }

  @Test
  void onlyReplicaIsReadFromTheRegionServersDataNode() throws Exception {
    HRegion target = cluster.table("single", "DEFAULT");
    flushUntilABlockIs(HERE, target);
    try (CompactionServer other =
        CompactionServer.start(
            cluster.conf(), UnaryOperator.identity(), new ReplicaOrder(address -> false))) {
      long before = bytesRead().get(HERE);

      compactedBy(other, request(target).setRegionServer(HERE + ",16020,1").build());

      assertThat(bytesRead().get(HERE)).isGreaterThan(before);
    }
  }

  private static void compactedBy(CompactionServer other, SubmitRequest request) throws Exception {
    HeartbeatRequest heartbeat = HeartbeatRequest.newBuilder().setJobId(request.getJobId()).build();
    assertThat(RpcCaller.call(() -> stub(other).submit(null, request)).hasRefusal()).isFalse();
    await(
        WAIT_MS,
        () -> {
          HeartbeatResponse answer = RpcCaller.call(() -> stub(other).heartbeat(null, heartbeat));
          assertThat(answer.getState()).as(answer.getMessage()).isNotEqualTo(JobState.FAILED);
          return answer.getState() == JobState.COMPLETED;
        });
  }

  /**
   * Bytes read, once reads that ended before are counted: a DataNode counts a read after its client
   * has gone on ({@code DataXceiver.readBlock}).
   */
  private static Map<String, Long> settledBytesRead() throws Exception {
    Deque<Map<String, Long>> seen = new ArrayDeque<>();
    await(
        WAIT_MS,
        () -> {
          seen.addLast(bytesRead());
          if (seen.size() > EQUAL_COUNTS) {
            seen.removeFirst();
          }
          return seen.size() == EQUAL_COUNTS && Set.copyOf(seen).size() == 1;
        });
    return seen.getLast();
  }

  /** Bytes that each DataNode has read for streams, by the DataNode's host name. */
  private static Map<String, Long> bytesRead() {
    return cluster.hbase().getDFSCluster().getDataNodes().stream()
        .collect(
            Collectors.toMap(
                dataNode -> dataNode.getDatanodeId().getHostName(),
                dataNode -> HadoopCounters.value(dataNode.getMetrics().name(), "BytesRead")));
  }

  /** Flushes until a file is at a DataNode; HDFS selects one of three for each file. */
  private static void flushUntilABlockIs(String host, HRegion region) throws IOException {
    for (int i = 0; i < 60 && !inputHosts(region).contains(host); i++) {
      region.put(new Put(TestCluster.row(0)).addColumn(TestCluster.FAMILY, null, new byte[1]));
      region.flush(true);
    }
  }

  private static List<String> inputHosts(HRegion region) throws IOException {
    List<String> hosts = new ArrayList<>();
    for (HStoreFile file : region.getStore(TestCluster.FAMILY).getStorefiles()) {
      hosts.addAll(hosts(file.getPath()));
    }
    return hosts;
  }

  /** A plan of two stripes with the same number of rows. */
  static CompactionPlan twoStripes() {
    return CompactionPlan.newBuilder()
        .setStripeBoundaries(
            StripeBoundaries.newBuilder()
                .addBoundary(ByteString.EMPTY)
                .addBoundary(ByteString.copyFrom(TestCluster.row(TestCluster.ROWS / 2)))
                .addBoundary(ByteString.EMPTY)
                .setMajorRangeFrom(ByteString.EMPTY)
                .setMajorRangeTo(ByteString.EMPTY))
        .build();
  }

  @Test
  void stripePlanWritesAFileForEachStripe() throws Exception {
    HRegion target = cluster.table("stripes", "DEFAULT");
    SubmitRequest request =
        request(target).setEngine(StripeStoreEngine.class.getName()).setPlan(twoStripes()).build();

    HeartbeatResponse completed = compacted(request);

    assertThat(completed.getOutputCount()).isEqualTo(2);
    assertThat(cells(target, request, completed)).isEqualTo(localMajorCompaction(target));
  }

  @Test
  void dateTieredPlanWritesAFileForEachWindowWithItsPolicy() throws Exception {
    HRegion target = cluster.table("tiers", "DEFAULT");
    long secondWindow = newestCellOfTheFirstFlush(target) + 1;
    CompactionPlan plan =
        CompactionPlan.newBuilder()
            .setDateTiered(
                DateTiered.newBuilder()
                    .addLowerBoundary(Long.MIN_VALUE)
                    .addLowerBoundary(secondWindow)
                    .addPolicyBoundary(Long.MIN_VALUE)
                    .addPolicy("HOT"))
            .build();
    SubmitRequest request =
        request(target).setEngine(DateTieredStoreEngine.class.getName()).setPlan(plan).build();

    HeartbeatResponse completed = compacted(request);

    assertThat(completed.getOutputList())
        .extracting(OutputFile::getStoragePolicy)
        .as("the first window has a policy, the second one has none")
        .containsExactly("HOT", "");
    assertThat(cells(target, request, completed))
        .containsExactlyInAnyOrderElementsOf(localMajorCompaction(target));
  }

  private static long newestCellOfTheFirstFlush(HRegion target) {
    return target.getStore(TestCluster.FAMILY).getStorefiles().stream()
        .mapToLong(file -> file.getMaximumTimestamp().orElseThrow())
        .min()
        .orElseThrow();
  }

  @Test
  void expiryFollowsTheRegionServersClock() throws Exception {
    HRegion target = cluster.table("clocks", "DEFAULT");
    long written = System.currentTimeMillis();
    await(WAIT_MS, () -> System.currentTimeMillis() > written + SHORT_TTL.toMillis());

    HeartbeatResponse behind =
        compacted(
            withTtl(target, SHORT_TTL)
                .setRegionServerTimeMs(written - LONG_TTL.toMillis())
                .build());
    HeartbeatResponse own = compacted(withTtl(target, SHORT_TTL).build());
    HeartbeatResponse ahead =
        compacted(
            withTtl(target, LONG_TTL)
                .setRegionServerTimeMs(written + 2 * LONG_TTL.toMillis())
                .build());

    assertThat(behind.getProgress().getCellsWritten())
        .isEqualTo(compacted(request(target).build()).getProgress().getCellsWritten())
        .isPositive();
    assertThat(own.getProgress().getCellsWritten()).isZero();
    assertThat(ahead.getProgress().getCellsWritten()).isZero();
  }

  private static SubmitRequest.Builder withTtl(HRegion target, Duration ttl) throws IOException {
    TableDescriptor table =
        TableDescriptorBuilder.newBuilder(target.getTableDescriptor())
            .modifyColumnFamily(
                ColumnFamilyDescriptorBuilder.newBuilder(
                        target.getTableDescriptor().getColumnFamily(TestCluster.FAMILY))
                    .setTimeToLive((int) ttl.toSeconds())
                    .build())
            .build();
    return request(target)
        .setTableDescriptor(ByteString.copyFrom(TableDescriptorBuilder.toByteArray(table)));
  }

  @Test
  void cancelOfARunningJobRemovesItsFolderWithinASecond() throws Exception {
    HRegion target = cluster.table("cancelled", "DEFAULT");
    GATE.shut();
    try {
      // The best of several: a busy machine may stall for longer.
      Duration fastest = cancelled(target);
      for (int i = 0; i < CANCELS && fastest.compareTo(CANCEL_BOUND) >= 0; i++) {
        fastest = Collections.min(List.of(fastest, cancelled(target)));
      }
      assertThat(fastest).isLessThan(CANCEL_BOUND);
    } finally {
      GATE.open();
    }
  }

  /** Time from the call until all files of a compacting job are deleted. */
  private static Duration cancelled(HRegion target) throws Exception {
    SubmitRequest request = request(target).build();
    submit(request);
    awaitState(request, JobState.COMPACTING);
    await(WAIT_MS, () -> exists(folder(target, request)));
    long start = System.nanoTime();

    assertThat(cancel(request)).isTrue();

    // No other event would: the gate is shut, and the region server's silence is not noticed yet.
    await(WAIT_MS, () -> !exists(folder(target, request)));
    Duration taken = Duration.ofNanos(System.nanoTime() - start);
    assertThat(heartbeat(request).getState()).isEqualTo(JobState.CANCELLED);
    return taken;
  }

  @Test
  void silentRegionServerLosesItsJob() throws Exception {
    HRegion target = cluster.table("silent", "DEFAULT");
    SubmitRequest request = request(target).setHeartbeatTimeoutMs(20_000).build();
    compacted(request);
    assertThat(exists(folder(target, request))).isTrue();

    await(WAIT_MS, () -> !exists(folder(target, request)));

    assertThat(finish(request)).isEqualTo(JobState.CANCELLED);
  }

  @Test
  void invalidRequestIsRefusedAndServerContinues() throws Exception {
    HRegion target = cluster.table("refused", "DEFAULT");
    RegionInfo unknown =
        RegionInfoBuilder.newBuilder(target.getRegionInfo().getTable()).setRegionId(5).build();
    long notFound = refused(Refusal.NOT_FOUND);
    long invalid = refused(Refusal.INVALID);

    assertThat(
            refusal(
                request(target)
                    .setRegionInfo(ByteString.copyFrom(RegionInfo.toByteArray(unknown)))))
        .isEqualTo(Refusal.NOT_FOUND);
    assertThat(refusal(request(target).setFamily(ByteString.copyFromUtf8("g"))))
        .isEqualTo(Refusal.NOT_FOUND);
    assertThat(refusal(request(target).addInput(input("0123abcd")))).isEqualTo(Refusal.NOT_FOUND);
    assertThat(refusal(request(target).addInput(input("../f/0123abcd"))))
        .isEqualTo(Refusal.INVALID);
    assertThat(refusal(request(target).setProtocolVersion(Protocol.VERSION + 1)))
        .isEqualTo(Refusal.UNSUPPORTED);

    assertThat(refused(Refusal.NOT_FOUND)).isEqualTo(notFound + 3);
    assertThat(refused(Refusal.INVALID)).isEqualTo(invalid + 1);
    assertThat(compacted(request(target).build()).getOutputCount()).isEqualTo(1);
  }

  private static long refused(Refusal refusal) {
    String name = "refusedRequests_" + refusal.name().toLowerCase(Locale.ROOT);
    return MetricRegistries.global()
        .get(MetricProcess.COMPACTION_SERVER.registry())
        .flatMap(registry -> registry.get(name))
        .map(metric -> ((Counter) metric).getCount())
        .orElse(0L);
  }

  @Test
  void serverIsRegisteredUntilClosed() throws Exception {
    Configuration conf = cluster.conf();
    LighterConfiguration lighter = LighterConfiguration.of(conf);
    LighterZNodes znodes = LighterZNodes.of(conf, lighter);
    try (CuratorFramework zooKeeper = CuratorClients.connect(conf, lighter)) {
      String path;
      try (CompactionServer other = CompactionServer.start(conf)) {
        path = znodes.server(other.serverName());
        ServerRegistration registration =
            ServerRegistration.parseFrom(zooKeeper.getData().forPath(path));
        assertThat(registration.getServer()).isEqualTo(other.serverName().getServerName());
        assertThat(registration.getThreads()).isPositive();
        assertThat(registration.hasNewestProtocolVersion()).isTrue();
        assertThat(registration.hasOldestProtocolVersion()).isTrue();

        zooKeeper.delete().forPath(path); // simulates a lost session
        await(WAIT_MS, () -> zooKeeper.checkExists().forPath(path) != null);
      }
      assertThat(zooKeeper.checkExists().forPath(path)).isNull();
    }
  }

  @Test
  void closingServerCancelsJobsBeforeLeavingZooKeeper() throws Exception {
    HRegion target = cluster.table("closed", "DEFAULT");
    Configuration conf = cluster.conf();
    LighterConfiguration lighter = LighterConfiguration.of(conf);
    CompletableFuture<Boolean> folderIsThere = new CompletableFuture<>();
    GATE.shut();
    try (CuratorFramework zooKeeper = CuratorClients.connect(conf, lighter)) {
      try (CompactionServer other = CompactionServer.start(conf, GATE::on)) {
        SubmitRequest request = request(target).build();
        assertThat(RpcCaller.call(() -> stub(other).submit(null, request)).hasRefusal()).isFalse();
        await(WAIT_MS, () -> exists(folder(target, request)));
        CuratorWatcher whenItLeaves =
            event -> {
              if (event.getType() == EventType.NodeDeleted) { // not a broken connection
                folderIsThere.complete(exists(folder(target, request)));
              }
            };
        String path = LighterZNodes.of(conf, lighter).server(other.serverName());
        assertThat(zooKeeper.checkExists().usingWatcher(whenItLeaves).forPath(path)).isNotNull();
      }
      assertThat(folderIsThere.get(WAIT_MS, TimeUnit.MILLISECONDS)).isFalse();
    } finally {
      GATE.open();
    }
  }

  @Test
  void processServesUntilItIsInterruptedAndExitsWithZero() throws Exception {
    Configuration conf = cluster.conf();
    LighterConfiguration lighter = LighterConfiguration.of(conf);
    String servers = LighterZNodes.of(conf, lighter).servers();
    CompletableFuture<Integer> exitCode = new CompletableFuture<>();
    Thread process = new Thread(() -> exitCode.complete(ServerProcess.run(conf)), "process");
    try (CuratorFramework zooKeeper = CuratorClients.connect(conf, lighter)) {
      int before = zooKeeper.getChildren().forPath(servers).size();
      process.start();
      await(WAIT_MS, () -> zooKeeper.getChildren().forPath(servers).size() > before);

      process.interrupt();

      assertThat(exitCode.get(WAIT_MS, TimeUnit.MILLISECONDS)).isEqualTo(ServerProcess.STOPPED);
      await(WAIT_MS, () -> zooKeeper.getChildren().forPath(servers).size() == before);
    }
  }

  /** HDFS reports an unknown host by an unchecked exception. */
  @Test
  void unknownNameNodeEndsTheProcessWithOneLine() {
    Configuration conf = cluster.conf();
    conf.set(HConstants.HBASE_DIR, "hdfs://no-such-host.invalid:8020/hbase");
    PrintStream original = System.err;
    ByteArrayOutputStream captured = new ByteArrayOutputStream();
    System.setErr(new PrintStream(captured, true, StandardCharsets.UTF_8));
    try {
      assertThat(ServerProcess.run(conf)).isEqualTo(ServerProcess.CANNOT_START);
    } finally {
      System.setErr(original);
    }

    assertThat(captured.toString(StandardCharsets.UTF_8).lines())
        .filteredOn(line -> line.startsWith("compaction server: "))
        .singleElement()
        .asString()
        .contains("UnknownHostException", "no-such-host.invalid");
  }

  @Test
  void reportsItsJobsToTheLeadingManager() throws Exception {
    HRegion target = cluster.table("reported", "DEFAULT");
    Configuration conf = cluster.conf();
    LighterConfiguration lighter = LighterConfiguration.of(conf);
    FakeManager manager = new FakeManager();
    GATE.shut();
    try (CuratorFramework zooKeeper = CuratorClients.connect(conf, lighter);
        RpcEndpoint endpoint = manager.listen(conf);
        LeaderLatch election =
            new LeaderLatch(
                zooKeeper,
                LighterZNodes.of(conf, lighter).manager(),
                endpoint.serverName().getServerName())) {
      election.start();
      SubmitRequest request = request(target).build();
      submit(request);
      await(WAIT_MS, () -> manager.sawJob(request.getJobId()));
      cancel(request);
    } finally {
      GATE.open();
    }
  }

  /** HBASE-20724: otherwise a crash restores cells that an input had replaced. */
  @Test
  void outputListsItsInputsAndTheCompactedFilesTheyReplaced() throws Exception {
    HRegion target = cluster.table("retired", "DEFAULT");
    HStore store = target.getStore(TestCluster.FAMILY);
    target.compact(true);
    List<String> retired =
        store.getCompactedFiles().stream().map(file -> file.getPath().getName()).toList();
    assertThat(retired).hasSize(TestCluster.FLUSHES);
    String input = store.getStorefiles().iterator().next().getPath().getName();
    SubmitRequest request = request(target).addAllRetiredFile(retired.subList(0, 2)).build();

    HeartbeatResponse completed = compacted(request);

    assertThat(cluster.replacedBy(outputs(target, request, completed).get(0)))
        .containsExactlyInAnyOrder(input, retired.get(0), retired.get(1));
  }

  /** A request for a major compaction of all files. */
  static SubmitRequest.Builder request(HRegion target) throws IOException {
    HStore store = target.getStore(TestCluster.FAMILY);
    SubmitRequest.Builder request =
        SubmitRequest.newBuilder()
            .setProtocolVersion(Protocol.VERSION)
            .setJobId(CompactionJobId.random().value())
            .setRegionServer("localhost,16020,1")
            .setTableDescriptor(
                ByteString.copyFrom(
                    TableDescriptorBuilder.toByteArray(target.getTableDescriptor())))
            .setRegionInfo(ByteString.copyFrom(RegionInfo.toByteArray(target.getRegionInfo())))
            .setFamily(ByteString.copyFrom(TestCluster.FAMILY))
            .setEngine(DefaultStoreEngine.class.getName())
            .setMajor(true)
            .setAllFiles(true)
            .setSmallestReadPoint(target.getSmallestReadPoint())
            .setPriority(store.getCompactPriority())
            .setDeadlineMs(600_000)
            .setHeartbeatTimeoutMs(HEARTBEAT_TIMEOUT_MS);
    store.getMaxSequenceId().ifPresent(request::setStoreMaxSequenceId);
    for (HStoreFile file : store.getStorefiles()) {
      request.addInput(
          InputFile.newBuilder()
              .setName(file.getPath().getName())
              .setLength(file.getReader().length()));
    }
    return request;
  }

  private static InputFile.Builder input(String name) {
    return InputFile.newBuilder().setName(name).setLength(1);
  }

  private static HeartbeatResponse compacted(SubmitRequest request) throws Exception {
    submit(request);
    return awaitState(request, JobState.COMPLETED);
  }

  private static void submit(SubmitRequest request) throws IOException {
    assertThat(RpcCaller.call(() -> stub().submit(null, request)).hasRefusal()).isFalse();
  }

  private static Refusal refusal(SubmitRequest.Builder request) throws IOException {
    return RpcCaller.call(() -> stub().submit(null, request.build())).getRefusal();
  }

  private static HeartbeatResponse heartbeat(SubmitRequest request) throws IOException {
    HeartbeatRequest heartbeat = HeartbeatRequest.newBuilder().setJobId(request.getJobId()).build();
    return RpcCaller.call(() -> stub().heartbeat(null, heartbeat));
  }

  private static JobState finish(SubmitRequest request) throws IOException {
    FinishRequest finish = FinishRequest.newBuilder().setJobId(request.getJobId()).build();
    return RpcCaller.call(() -> stub().finish(null, finish)).getState();
  }

  private static boolean cancel(SubmitRequest request) throws IOException {
    CancelRequest cancel =
        CancelRequest.newBuilder().setJobId(request.getJobId()).setReason("test").build();
    return RpcCaller.call(() -> stub().cancel(null, cancel)).getCancelled();
  }

  private static CompactionServerService.BlockingInterface stub() {
    return stub(server);
  }

  private static CompactionServerService.BlockingInterface stub(CompactionServer of) {
    return rpc.compactionServer(of.serverName(), Duration.ofMinutes(1));
  }

  private static HeartbeatResponse awaitState(SubmitRequest request, JobState state)
      throws Exception {
    await(
        WAIT_MS,
        () -> {
          HeartbeatResponse answer = heartbeat(request);
          assertThat(answer.getState()).as(answer.getMessage()).isNotEqualTo(JobState.FAILED);
          return answer.getState() == state;
        });
    return heartbeat(request);
  }

  private static void await(long millis, Waiter.Predicate<Exception> condition) throws Exception {
    assertThat(Waiter.waitFor(new Configuration(false), millis, 20, false, condition))
        .as("milliseconds until the condition held")
        .isNotNegative();
  }

  private static Path folder(HRegion target, SubmitRequest request) {
    return jobFolder(target, request).path();
  }

  private static JobFolder jobFolder(HRegion target, SubmitRequest request) {
    return new JobFolder(
        target.getRegionFileSystem().getTempDir(), new CompactionJobId(request.getJobId()));
  }

  private static List<String> hosts(Path file) throws IOException {
    List<String> hosts = new ArrayList<>();
    for (BlockLocation block :
        cluster.hbase().getTestFileSystem().getFileBlockLocations(file, 0, Long.MAX_VALUE)) {
      hosts.addAll(List.of(block.getHosts()));
    }
    return hosts;
  }

  private static boolean exists(Path path) throws IOException {
    return cluster.hbase().getTestFileSystem().exists(path);
  }

  private static List<String> cells(
      HRegion target, SubmitRequest request, HeartbeatResponse completed) throws Exception {
    List<String> cells = new ArrayList<>();
    for (Path output : outputs(target, request, completed)) {
      cells.addAll(cluster.cells(output));
    }
    return cells;
  }

  private static List<Path> outputs(
      HRegion target, SubmitRequest request, HeartbeatResponse completed) {
    return completed.getOutputList().stream()
        .map(
            output ->
                jobFolder(target, request)
                    .output(request.getFamily().toStringUtf8(), output.getName()))
        .toList();
  }

  /** Cells of a major compaction of the same files by HBase in the region server. */
  private static List<String> localMajorCompaction(HRegion target) throws Exception {
    target.compact(true);
    Collection<HStoreFile> files = target.getStore(TestCluster.FAMILY).getStorefiles();
    assertThat(files).hasSize(1);
    return cluster.cells(files.iterator().next().getPath());
  }

  private static long inputCells(HRegion target) {
    return target.getStore(TestCluster.FAMILY).getStorefiles().stream()
        .mapToLong(file -> file.getReader().getEntries())
        .sum();
  }

  private static Set<Path> filesBelow(Path folder) throws IOException {
    var files = cluster.hbase().getTestFileSystem().listFiles(folder, true);
    List<Path> found = new ArrayList<>();
    while (files.hasNext()) {
      found.add(files.next().getPath());
    }
    return found.stream().collect(Collectors.toSet());
  }
}
