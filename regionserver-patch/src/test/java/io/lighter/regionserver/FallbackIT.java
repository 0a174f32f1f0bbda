// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.CompactionJobId;
import io.lighter.common.JobFolder;
import io.lighter.common.config.LighterConfiguration;
import io.lighter.common.metrics.MetricProcess;
import io.lighter.common.protocol.LighterProtos.HeartbeatRequest;
import io.lighter.common.protocol.LighterProtos.HeartbeatResponse;
import io.lighter.common.protocol.LighterProtos.JobProgress;
import io.lighter.common.protocol.LighterProtos.JobState;
import io.lighter.common.protocol.LighterProtos.OffloadSwitch;
import io.lighter.common.protocol.LighterProtos.OutputFile;
import io.lighter.common.protocol.LighterProtos.Refusal;
import io.lighter.common.protocol.LighterProtos.ServerRegistration;
import io.lighter.common.protocol.LighterProtos.SubmitRequest;
import io.lighter.common.protocol.LighterProtos.SubmitResponse;
import io.lighter.common.rpc.Protocol;
import io.lighter.common.zk.LighterZNodes;
import io.lighter.regionserver.directory.ServerDirectory;
import io.lighter.regionserver.local.LocalReason;
import io.lighter.regionserver.offload.RegionServerOffload;
import io.lighter.testing.fixtures.MiniClusterSite;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.MiniHBaseCluster;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.StartMiniClusterOption;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.Waiter;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.metrics.Counter;
import org.apache.hadoop.hbase.metrics.MetricRegistries;
import org.apache.hadoop.hbase.regionserver.CompactSplit;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.OffloadingStoreEngine;
import org.apache.hadoop.hbase.regionserver.StoreEngine;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.zookeeper.ZKUtil;
import org.apache.hadoop.hbase.zookeeper.ZKWatcher;
import org.apache.hbase.thirdparty.com.google.protobuf.RpcController;
import org.apache.hbase.thirdparty.com.google.protobuf.ServiceException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** Compactions succeed without loss of rows, whatever a compaction server does. */
class FallbackIT {
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final byte[] QUALIFIER = Bytes.toBytes("q");
  private static final int ROWS = 300;
  private static final String SERVER_TIMEOUT = "lighter.offload.server.timeout";
  private static final long WAIT_MS = 60_000;

  /** Tag of a test that waits until a server is given up; other tests never wait for that. */
  private static final String SHORT_TIMEOUT = "short-timeout";

  private static final String GARBAGE_NAME = "0123456789abcdef0123456789abcdef";
  private static final HBaseTestingUtility UTIL = new HBaseTestingUtility();

  private static LighterZNodes znodes;
  private static ZKWatcher watcher;

  private final List<ScriptedCompactionServer> servers = new ArrayList<>();
  private TableName table;
  private HRegion region;

  @BeforeAll
  static void startCluster() throws Exception {
    Configuration conf = UTIL.getConfiguration();
    MiniClusterSite.applyTo(conf);
    conf.set("lighter.offload.min.bytes", "1");
    conf.set(SERVER_TIMEOUT, "30s");
    conf.set("lighter.offload.max.wait", "1s");
    // HBase itself compacts three files when it checks a store.
    conf.setBoolean(CompactSplit.HBASE_REGION_SERVER_ENABLE_COMPACTION, false);
    UTIL.startMiniCluster(StartMiniClusterOption.builder().numDataNodes(1).build());
    znodes = LighterZNodes.of(conf, LighterConfiguration.of(conf));
    watcher = UTIL.getZooKeeperWatcher();
  }

  @AfterAll
  static void stopCluster() throws Exception {
    UTIL.shutdownMiniCluster();
  }

  @BeforeEach
  void createTable(TestInfo test) throws Exception {
    table = TableName.valueOf(test.getTestMethod().orElseThrow().getName());
    TableDescriptorBuilder descriptor =
        TableDescriptorBuilder.newBuilder(table)
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
            .setValue(StoreEngine.STORE_ENGINE_CLASS_KEY, OffloadingStoreEngine.class.getName());
    if (test.getTags().contains(SHORT_TIMEOUT)) {
      descriptor.setValue(SERVER_TIMEOUT, "10s");
    }
    UTIL.getAdmin().createTable(descriptor.build());
    try (Table writer = UTIL.getConnection().getTable(table)) {
      for (int flush = 0; flush < 3; flush++) {
        for (int row = 0; row < ROWS; row++) {
          writer.put(
              new Put(Bytes.toBytes("row%05d".formatted(row)))
                  .addColumn(FAMILY, QUALIFIER, Bytes.toBytes(row + "/" + flush)));
        }
        UTIL.flush(table);
      }
    }
    region = openRegion();
  }

  @AfterEach
  void everyRowIsThereAndNothingIsLeftOver() throws Exception {
    for (ScriptedCompactionServer server : servers) {
      server.close();
    }
    Waiter.waitFor(UTIL.getConfiguration(), WAIT_MS, () -> candidates().isEmpty());
    assertThat(region.getStore(FAMILY).getStorefilesCount()).isEqualTo(1);
    assertRowsReadable();
    assertThat(filesBelow(region.getRegionFileSystem().getTempDir())).isEmpty();
    UTIL.deleteTable(table);
  }

  @Test
  void compactionWithoutAServerIsLocal() throws Exception {
    assertThat(localRunsOfMajorCompaction(LocalReason.NO_SERVER)).isOne();
  }

  @Test
  void compactionIsLocalAfterTwoBusyServers() throws Exception {
    for (int i = 0; i < 3; i++) {
      start(refusing(Refusal.BUSY));
    }

    assertThat(localRunsOfMajorCompaction(LocalReason.BUSY)).isOne();
    assertThat(servers.stream().mapToInt(server -> server.submitted.size()).sum()).isEqualTo(2);
  }

  @Test
  void drainedServerIsNotTried() throws Exception {
    ScriptedCompactionServer drained = refusing(Refusal.BUSY);
    start(drained);
    ZKUtil.createWithParents(watcher, znodes.draining(drained.serverName()));
    ServerDirectory directory = shared().directory();
    Waiter.waitFor(UTIL.getConfiguration(), WAIT_MS, () -> directory.anyDrains("default"));

    assertThat(localRunsOfMajorCompaction(LocalReason.DRAINING)).isOne();

    assertThat(drained.submitted).isEmpty();
    ZKUtil.deleteNode(watcher, znodes.draining(drained.serverName()));
    Waiter.waitFor(UTIL.getConfiguration(), WAIT_MS, () -> !directory.anyDrains("default"));
    region.compact(true);
    assertThat(drained.submitted).as("undrained").isNotEmpty();
  }

  @Test
  void serverOfAnotherProtocolVersionIsNotTried() throws Exception {
    ServerRegistration versions =
        ServerRegistration.newBuilder()
            .setOldestProtocolVersion(Protocol.VERSION + 1)
            .setNewestProtocolVersion(Protocol.VERSION + 2)
            .buildPartial();
    ScriptedCompactionServer other =
        new ScriptedCompactionServer(UTIL.getConfiguration(), watcher, znodes, versions);
    servers.add(other);
    ServerDirectory directory = shared().directory();
    Waiter.waitFor(UTIL.getConfiguration(), WAIT_MS, () -> directory.anySpeaksOtherwise("default"));

    assertThat(localRunsOfMajorCompaction(LocalReason.OTHER_VERSION)).isOne();
    assertThat(other.submitted).isEmpty();
  }

  @Test
  void allServersAreTriedWhileTheyOnlyDrain() throws Exception {
    for (int i = 0; i < 3; i++) {
      start(refusing(Refusal.DRAINING));
    }

    assertThat(localRunsOfMajorCompaction(LocalReason.DRAINING)).isOne();
    assertThat(servers).allMatch(server -> server.submitted.size() == 1);
  }

  @Test
  void groupWithoutServerFallsBackAsConfigured() throws Exception {
    ScriptedCompactionServer ofDefault = refusing(Refusal.BUSY);
    start(ofDefault);

    assertThat(localRunsAfterSetting("lighter.group", "gold", LocalReason.BUSY)).isPositive();
    assertThat(ofDefault.submitted).isNotEmpty();

    ofDefault.submitted.clear();
    assertThat(localRunsAfterSetting("lighter.group.fallback", "local", LocalReason.NO_SERVER))
        .isPositive();
    assertThat(ofDefault.submitted).isEmpty();
  }

  /** Local compactions after a setting; HBase may begin one when the region opens again. */
  private long localRunsAfterSetting(String key, String value, LocalReason reason)
      throws Exception {
    long before = localCompactions(reason);
    UTIL.getAdmin()
        .modifyTable(
            TableDescriptorBuilder.newBuilder(UTIL.getAdmin().getDescriptor(table))
                .setValue(key, value)
                .build());
    region = openRegion();
    region.compact(true);
    Waiter.waitFor(
        UTIL.getConfiguration(), WAIT_MS, () -> region.getStore(FAMILY).getStorefilesCount() == 1);
    return localCompactions(reason) - before;
  }

  private static ScriptedCompactionServer refusing(Refusal refusal) throws Exception {
    return new ScriptedCompactionServer(UTIL.getConfiguration(), watcher, znodes) {
      @Override
      public SubmitResponse submit(RpcController controller, SubmitRequest request)
          throws ServiceException {
        super.submit(controller, request);
        return SubmitResponse.newBuilder().setRefusal(refusal).setExpectedWaitMs(60_000).build();
      }
    };
  }

  @Test
  void regionThatClosesAfterARefusalTriesNoOtherServerAndDoesNotCompact() throws Exception {
    AtomicBoolean closed = new AtomicBoolean();
    for (int i = 0; i < 2; i++) {
      start(closingTheRegionOnce(closed));
    }
    assertThat(localRunsOfMajorCompaction(LocalReason.BUSY)).isZero();
    assertThat(servers.stream().mapToInt(server -> server.submitted.size()).sum()).isOne();
    Waiter.waitFor(UTIL.getConfiguration(), WAIT_MS, () -> UTIL.getAdmin().isTableDisabled(table));
    UTIL.getAdmin().enableTable(table);
    region = openRegion();
    assertThat(region.getStore(FAMILY).getStorefilesCount()).isEqualTo(3);
    assertThat(localRunsOfMajorCompaction(LocalReason.BUSY)).isOne();
  }

  /** Refuses all requests, and closes the region at the first one. */
  private ScriptedCompactionServer closingTheRegionOnce(AtomicBoolean closed) throws Exception {
    return new ScriptedCompactionServer(UTIL.getConfiguration(), watcher, znodes) {
      @Override
      public SubmitResponse submit(RpcController controller, SubmitRequest request)
          throws ServiceException {
        super.submit(controller, request);
        if (!closed.getAndSet(true)) {
          try {
            Future<Void> unused = UTIL.getAdmin().disableTableAsync(table);
          } catch (IOException e) {
            throw new ServiceException(e);
          }
          Waiter.Predicate<RuntimeException> isClosing = () -> !region.areWritesEnabled();
          Waiter.waitFor(UTIL.getConfiguration(), WAIT_MS, 5, isClosing);
        }
        return SubmitResponse.newBuilder().setRefusal(Refusal.BUSY).build();
      }
    };
  }

  @Test
  void jobInAQueueThatStandsStillIsGivenUp() throws Exception {
    start(new ScriptedCompactionServer(UTIL.getConfiguration(), watcher, znodes));

    assertThat(localRunsOfMajorCompaction(LocalReason.BUSY)).isOne();
    Waiter.waitFor(UTIL.getConfiguration(), WAIT_MS, () -> !servers.get(0).cancelled.isEmpty());
    assertThat(servers.get(0).cancelled).hasSize(1);
  }

  @Test
  @Tag(SHORT_TIMEOUT)
  void hungServerIsGivenUpWithinItsTimeout() throws Exception {
    CountDownLatch over = new CountDownLatch(1);
    start(
        new ScriptedCompactionServer(UTIL.getConfiguration(), watcher, znodes) {
          @Override
          public HeartbeatResponse heartbeat(RpcController controller, HeartbeatRequest request)
              throws ServiceException {
            awaitUninterruptedly(over);
            return super.heartbeat(controller, request);
          }
        });

    assertThat(localRunsOfMajorCompaction(LocalReason.TIMEOUT)).isOne();
    over.countDown();
  }

  @Test
  void crashedServerIsDetectedAtTheNextHeartbeat() throws Exception {
    start(
        new ScriptedCompactionServer(UTIL.getConfiguration(), watcher, znodes) {
          @Override
          public SubmitResponse submit(RpcController controller, SubmitRequest request)
              throws ServiceException {
            crash();
            return super.submit(controller, request);
          }
        });

    long failed = localCompactions(LocalReason.FAILED) + localCompactions(LocalReason.TIMEOUT);
    region.compact(true);
    assertThat(localCompactions(LocalReason.FAILED) + localCompactions(LocalReason.TIMEOUT))
        .isEqualTo(failed + 1);
  }

  @Test
  void garbageOutputIsNotCommitted() throws Exception {
    start(new GarbageServer(GARBAGE_NAME));

    assertThat(localRunsOfMajorCompaction(LocalReason.BAD_OUTPUT)).isOne();
    assertThat(region.getStore(FAMILY).getStorefiles())
        .extracting(file -> file.getPath().getName())
        .doesNotContain(GARBAGE_NAME);
  }

  /** The path leads from the folder of moved outputs to a file of the store. */
  @Test
  void outputWithARelativePathIsNotTouched() throws Exception {
    String encoded = region.getRegionInfo().getEncodedName();
    start(new GarbageServer("../../../" + encoded + "/f/" + storeFile().getName()));

    assertThat(localRunsOfMajorCompaction(LocalReason.BAD_OUTPUT)).isOne();
  }

  @Test
  void outputWithAnAbsolutePathIsNotTouched() throws Exception {
    start(new GarbageServer(storeFile().toUri().getPath()));

    assertThat(localRunsOfMajorCompaction(LocalReason.BAD_OUTPUT)).isOne();
  }

  /** The path is a part of a folder's name. */
  @Test
  void storagePolicyThatIsAPathCreatesNoFolder() throws Exception {
    start(
        new GarbageServer(GARBAGE_NAME) {
          @Override
          OutputFile write(Path path) throws IOException {
            return super.write(path).toBuilder().setStoragePolicy("HOT/../../../elsewhere").build();
          }
        });

    assertThat(localRunsOfMajorCompaction(LocalReason.BAD_OUTPUT)).isOne();
    Path folder = region.getRegionFileSystem().getRegionDir();
    assertThat(UTIL.getTestFileSystem().exists(new Path(folder, "elsewhere"))).isFalse();
  }

  private Path storeFile() {
    return region.getStore(FAMILY).getStorefiles().iterator().next().getPath();
  }

  @Test
  void compactionWithoutAnOutputLosesNoRow() throws Exception {
    start(
        new GarbageServer(GARBAGE_NAME) {
          @Override
          public HeartbeatResponse heartbeat(RpcController controller, HeartbeatRequest request) {
            return completed(0).build();
          }
        });

    assertThat(localRunsOfMajorCompaction(LocalReason.BAD_OUTPUT)).isOne();
  }

  @Test
  void anotherCompactionsOutputIsNotCommitted() throws Exception {
    // A valid store file of this store that does not list the inputs: a copy of one of them.
    start(
        new GarbageServer(GARBAGE_NAME) {
          @Override
          OutputFile write(Path path) throws IOException {
            HStoreFile input = region.getStore(FAMILY).getStorefiles().iterator().next();
            FileSystem fs = UTIL.getTestFileSystem();
            org.apache.hadoop.fs.FileUtil.copy(
                fs, input.getPath(), fs, path, false, UTIL.getConfiguration());
            return OutputFile.newBuilder()
                .setName(path.getName())
                .setLength(fs.getFileStatus(path).getLen())
                .setCells(input.getReader().getEntries())
                .build();
          }
        });

    assertThat(localRunsOfMajorCompaction(LocalReason.BAD_OUTPUT)).isOne();
  }

  @Test
  void wrongOptionsMakeCompactionsLocalAndKeepRegionsOpen() throws Exception {
    start(new ScriptedCompactionServer(UTIL.getConfiguration(), watcher, znodes));
    long before = localCompactions(LocalReason.INVALID_CONFIGURATION);
    UTIL.getAdmin()
        .modifyTable(
            TableDescriptorBuilder.newBuilder(UTIL.getAdmin().getDescriptor(table))
                .setValue("lighter.offload.min.bytes", "lots")
                .setValue("lighter.offlod.enabled", "true")
                .build());
    region = openRegion();

    // HBase may have begun a compaction when the region opened again.
    region.compact(true);
    Waiter.waitFor(
        UTIL.getConfiguration(), WAIT_MS, () -> region.getStore(FAMILY).getStorefilesCount() == 1);
    assertThat(localCompactions(LocalReason.INVALID_CONFIGURATION)).isGreaterThan(before);
    assertThat(servers.get(0).submitted).isEmpty();
  }

  @Test
  void switchedOffTableCompactsLocallyUntilItIsSwitchedOn() throws Exception {
    start(new ScriptedCompactionServer(UTIL.getConfiguration(), watcher, znodes));
    setSwitch(OffloadSwitch.newBuilder().setOn(true).addOffTable(table.getNameAsString()));
    Waiter.waitFor(
        UTIL.getConfiguration(),
        WAIT_MS,
        () -> {
          long before = localCompactions(LocalReason.SWITCHED_OFF);
          region.compact(true);
          return localCompactions(LocalReason.SWITCHED_OFF) > before;
        });

    setSwitch(OffloadSwitch.newBuilder().setOn(true));
    Waiter.waitFor(
        UTIL.getConfiguration(),
        WAIT_MS,
        () -> {
          region.compact(true);
          return !servers.get(0).submitted.isEmpty();
        });
  }

  private void setSwitch(OffloadSwitch.Builder offloadSwitch) throws Exception {
    ZKUtil.createSetData(watcher, znodes.offloadSwitch(), offloadSwitch.build().toByteArray());
  }

  /** Number of local compactions for {@code reason} that a major compaction adds. */
  private long localRunsOfMajorCompaction(LocalReason reason) throws Exception {
    long before = localCompactions(reason);
    region.compact(true);
    return localCompactions(reason) - before;
  }

  private static long localCompactions(LocalReason reason) {
    return MetricRegistries.global()
        .get(MetricProcess.REGION_SERVER.registry())
        .flatMap(registry -> registry.get("localCompactions_" + reason.tag()))
        .map(metric -> ((Counter) metric).getCount())
        .orElse(0L);
  }

  /** Registers the server and waits until the region server knows of it. */
  private void start(ScriptedCompactionServer server) throws Exception {
    servers.add(server);
    Waiter.waitFor(
        UTIL.getConfiguration(), WAIT_MS, () -> candidates().contains(server.serverName()));
  }

  /** The servers that the region server would try. */
  private List<ServerName> candidates() throws IOException {
    return shared().directory().candidates("default", region.getRegionInfo().getEncodedName());
  }

  /** The open region; the master knows of an opening before the region server lists the region. */
  private HRegion openRegion() {
    MiniHBaseCluster cluster = UTIL.getMiniHBaseCluster();
    Waiter.Predicate<RuntimeException> isListed = () -> cluster.getRegions(table).size() == 1;
    Waiter.waitFor(UTIL.getConfiguration(), WAIT_MS, isListed);
    return cluster.getRegions(table).get(0);
  }

  private static RegionServerOffload shared() throws IOException {
    return RegionServerOffload.of(UTIL.getMiniHBaseCluster().getRegionServer(0));
  }

  private void assertRowsReadable() throws IOException {
    try (Table reader = UTIL.getConnection().getTable(table);
        ResultScanner scanner = reader.getScanner(new Scan())) {
      int row = 0;
      for (Result result : scanner) {
        assertThat(Bytes.toString(result.getRow())).isEqualTo("row%05d".formatted(row));
        assertThat(Bytes.toString(result.getValue(FAMILY, QUALIFIER))).isEqualTo(row + "/2");
        row++;
      }
      assertThat(row).isEqualTo(ROWS);
    }
  }

  private static List<Path> filesBelow(Path dir) throws IOException {
    FileSystem fs = UTIL.getTestFileSystem();
    List<Path> files = new ArrayList<>();
    if (fs.exists(dir)) {
      for (FileStatus status : fs.listStatus(dir)) {
        String name = status.getPath().getName();
        if (status.isFile() || name.startsWith("cj-") || name.startsWith("fence-")) {
          files.add(status.getPath());
        } else {
          files.addAll(filesBelow(status.getPath()));
        }
      }
    }
    return files;
  }

  private static void awaitUninterruptedly(CountDownLatch latch) {
    try {
      latch.await(1, TimeUnit.MINUTES);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void start(GarbageServer server) throws Exception {
    start((ScriptedCompactionServer) server);
  }

  /** Writes a file that is not a store file, and reports the job as complete. */
  private class GarbageServer extends ScriptedCompactionServer {
    private final String name;
    private volatile OutputFile output;

    GarbageServer(String name) throws Exception {
      super(UTIL.getConfiguration(), watcher, znodes);
      this.name = name;
    }

    OutputFile write(Path path) throws IOException {
      byte[] garbage = new byte[10_000];
      try (FSDataOutputStream out = UTIL.getTestFileSystem().create(path)) {
        out.write(garbage);
      }
      return OutputFile.newBuilder().setName(name).setLength(garbage.length).setCells(ROWS).build();
    }

    @Override
    public SubmitResponse submit(RpcController controller, SubmitRequest request)
        throws ServiceException {
      Path path =
          new JobFolder(
                  region.getRegionFileSystem().getTempDir(),
                  new CompactionJobId(request.getJobId()))
              .output("f", GARBAGE_NAME);
      try {
        output = write(path).toBuilder().setName(name).build();
      } catch (IOException e) {
        throw new ServiceException(e);
      }
      return super.submit(controller, request);
    }

    @Override
    public HeartbeatResponse heartbeat(RpcController controller, HeartbeatRequest request) {
      return completed(output.getCells()).addOutput(output).build();
    }

    HeartbeatResponse.Builder completed(long cellsWritten) {
      return HeartbeatResponse.newBuilder()
          .setState(JobState.COMPLETED)
          .setProgress(
              JobProgress.newBuilder()
                  .setCellsRead(ROWS)
                  .setCellsWritten(cellsWritten)
                  .setBytesRead(1)
                  .setBytesWritten(1)
                  .setPercent(100));
    }
  }
}
