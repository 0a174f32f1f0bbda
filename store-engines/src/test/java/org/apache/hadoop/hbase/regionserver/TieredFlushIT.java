// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lighter.common.metrics.LighterMetric;
import io.lighter.common.metrics.MetricProcess;
import io.lighter.testing.fixtures.MiniClusterSite;
import io.lighter.testing.fixtures.TypedVolumes;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.StartMiniClusterOption;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.metrics.Counter;
import org.apache.hadoop.hbase.metrics.MetricRegistries;
import org.apache.hadoop.hbase.metrics.MetricRegistry;
import org.apache.hadoop.hbase.monitoring.TaskMonitor;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi.FsVolumeReferences;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.FsVolumeImpl;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Flushes of a table with two tiers on a DataNode with three volumes, of which some are full. HBase
 * has its logs on the volume of type DISK, which always has room.
 */
class TieredFlushIT {
  private static final TableName TABLE = TableName.valueOf("tiers");
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final int ROWS = 50;
  private static final String FULL = "could only be written to 0";

  /** Stands for the real capacity of a volume. */
  private static final long REAL = -1;

  private static HBaseTestingUtility util;
  private static MiniDFSCluster hdfs;

  private int written;

  @BeforeAll
  static void start() throws Exception {
    util = new HBaseTestingUtility();
    Configuration conf = util.getConfiguration();
    MiniClusterSite.applyTo(conf);
    conf.setInt("hbase.hstore.flush.retries.number", 2);
    conf.setInt("hbase.server.pause", 1);
    conf.setInt("dfs.blocksize", 1 << 20);
    util.startMiniZKCluster();
    hdfs = TypedVolumes.start(conf, new File(util.getDataTestDir("hdfs").toString()), 1);
    util.setDFSCluster(hdfs);
    util.startMiniCluster(StartMiniClusterOption.builder().numDataNodes(1).build());
  }

  @AfterAll
  static void stop() throws Exception {
    util.shutdownMiniCluster();
  }

  @AfterEach
  void makeRoomAndDrop() throws Exception {
    for (StorageType type : List.of(StorageType.SSD, StorageType.ARCHIVE)) {
      setCapacity(type, REAL);
    }
    tellNameNode(true);
    util.deleteTable(TABLE);
  }

  /** The NameNode knows of the room by the last heartbeat, and the client excludes the DataNode. */
  @Test
  void flushGoesToTheNextTierIfTheDataNodeRefusesTheBlock() throws Exception {
    create("ALL_SSD", "COLD");
    flush();
    long spills = spills();
    tellNameNode(false);
    setCapacity(StorageType.SSD, 0);
    flush();
    assertThat(spills()).isEqualTo(spills + 1);
    setCapacity(StorageType.SSD, REAL);
    tellNameNode(true);
    flush();

    assertThat(places()).containsExactly("ALL_SSD [SSD]", "COLD [ARCHIVE]", "ALL_SSD [SSD]");
    assertThat(unfinished()).isEmpty();
    assertRows();
    util.getAdmin().disableTable(TABLE);
    util.getAdmin().enableTable(TABLE);
    assertThat(places()).containsExactly("ALL_SSD [SSD]", "COLD [ARCHIVE]", "ALL_SSD [SSD]");
    assertRows();
    assertThat(spills()).isEqualTo(spills + 1);
  }

  /** COLD has no second type of storage, so the NameNode refuses at once. */
  @Test
  void flushGoesToTheNextTierIfTheNameNodeKnowsNoRoom() throws Exception {
    create("COLD", "ALL_SSD");
    setCapacity(StorageType.ARCHIVE, 0);
    tellNameNode(true);
    flush();

    assertThat(places()).containsExactly("ALL_SSD [SSD]");
    assertThat(unfinished()).isEmpty();
    assertRows();
  }

  @Test
  void flushGoesToTheNextTierIfAQuotaByStorageTypeIsExceeded() throws Exception {
    create("ALL_SSD", "COLD");
    Path folder = region().getRegionFileSystem().getTableDir();
    fs().setQuotaByStorageType(folder, StorageType.SSD, 1 << 10);
    flush();

    assertThat(places()).containsExactly("COLD [ARCHIVE]");
    assertThat(unfinished()).isEmpty();
    assertRows();
  }

  @Test
  void flushFailsIfNoTierHasRoomAndTheNextOneSucceeds() throws Exception {
    create("ALL_SSD", "COLD");
    put();
    tellNameNode(false);
    setCapacity(StorageType.SSD, 0);
    setCapacity(StorageType.ARCHIVE, 0);
    HStore store = region().getStore(FAMILY);
    StoreFlushContext flush =
        store.createFlushContext(region().getMaxFlushedSeqId() + 1, FlushLifeCycleTracker.DUMMY);
    flush.prepare();
    assertThatThrownBy(() -> flush.flushCache(TaskMonitor.get().createStatus("test")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(FULL)
        .satisfies(
            e ->
                assertThat(e.getSuppressed())
                    .filteredOn(other -> other.toString().contains(FULL))
                    .hasSize(1));
    assertThat(unfinished()).isEmpty();
    assertThat(store.getStorefilesCount()).isZero();

    setCapacity(StorageType.SSD, REAL);
    tellNameNode(true);
    region().flush(true);
    assertThat(places()).containsExactly("ALL_SSD [SSD]");
    assertThat(unfinished()).isEmpty();
    assertRows();
    util.getAdmin().disableTable(TABLE);
    util.getAdmin().enableTable(TABLE);
    assertRows();
  }

  private static void create(String policy, String next) throws IOException {
    util.createTable(
        TableDescriptorBuilder.newBuilder(TABLE)
            .setColumnFamily(
                ColumnFamilyDescriptorBuilder.newBuilder(FAMILY).setStoragePolicy(policy).build())
            .setValue(StoreEngine.STORE_ENGINE_CLASS_KEY, TieredStoreEngine.class.getName())
            .setValue("lighter.tiered.tiers", "*:4:64MB;%s:4".formatted(next))
            .build(),
        null);
  }

  private static DistributedFileSystem fs() throws IOException {
    return hdfs.getFileSystem();
  }

  private static HRegion region() throws IOException, InterruptedException {
    return util.getRSForFirstRegionInTable(TABLE).getRegions(TABLE).get(0);
  }

  /** Lets the DataNode's heartbeats tell the NameNode of the room, or keeps them back. */
  private static void tellNameNode(boolean tell) throws IOException {
    DataNode node = hdfs.getDataNodes().get(0);
    DataNodeTestUtils.setHeartbeatsDisabledForTests(node, !tell);
    if (tell) {
      DataNodeTestUtils.triggerHeartbeat(node);
    }
  }

  private static void setCapacity(StorageType type, long bytes) throws IOException {
    try (FsVolumeReferences volumes =
        hdfs.getDataNodes().get(0).getFSDataset().getFsVolumeReferences()) {
      for (FsVolumeSpi volume : volumes) {
        if (volume.getStorageType() == type) {
          ((FsVolumeImpl) volume).setCapacityForTesting(bytes);
        }
      }
    }
  }

  private void put() throws IOException {
    try (Table table = util.getConnection().getTable(TABLE)) {
      List<Put> puts = new ArrayList<>();
      for (int i = 0; i < ROWS; i++) {
        puts.add(new Put(Bytes.toBytes(written++)).addColumn(FAMILY, FAMILY, new byte[5_000]));
      }
      table.put(puts);
    }
  }

  private void flush() throws IOException, InterruptedException {
    put();
    region().flush(true);
  }

  private void assertRows() throws IOException {
    try (Table table = util.getConnection().getTable(TABLE);
        ResultScanner rows = table.getScanner(new Scan())) {
      assertThat(rows).hasSize(written);
    }
  }

  /** Policy and types of storage of the files, from the oldest to the newest. */
  private static List<String> places() throws IOException, InterruptedException {
    List<String> places = new ArrayList<>();
    for (HStoreFile file : region().getStore(FAMILY).getStorefiles()) {
      FileStatus status = fs().getFileStatus(file.getPath());
      Set<String> types = new TreeSet<>();
      for (BlockLocation block : fs().getFileBlockLocations(status, 0, status.getLen())) {
        Arrays.stream(block.getStorageTypes()).forEach(type -> types.add(type.name()));
      }
      places.add(fs().getStoragePolicy(file.getPath()).getName() + " " + types);
    }
    return places;
  }

  /** Files in the region's folder for unfinished ones. */
  private static List<Path> unfinished() throws IOException, InterruptedException {
    List<Path> files = new ArrayList<>();
    Path folder = region().getRegionFileSystem().getTempDir();
    if (fs().exists(folder)) {
      RemoteIterator<LocatedFileStatus> found = fs().listFiles(folder, true);
      while (found.hasNext()) {
        files.add(found.next().getPath());
      }
    }
    return files;
  }

  private static long spills() {
    MetricRegistry registry =
        MetricRegistries.global().get(MetricProcess.REGION_SERVER.registry()).orElseThrow();
    return ((Counter) registry.get(LighterMetric.TIERED_FLUSH_SPILLS.metricName()).orElseThrow())
        .getCount();
  }
}
