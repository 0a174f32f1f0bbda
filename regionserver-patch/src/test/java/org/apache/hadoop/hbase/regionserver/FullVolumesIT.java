// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lighter.common.config.LighterOption;
import io.lighter.engine.tiered.TierPlan;
import io.lighter.engine.tiered.TieredLimits;
import io.lighter.regionserver.OffloadCounters;
import io.lighter.regionserver.local.LocalReason;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.storefiletracker.StoreFileTrackerFactory;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Flushes and merges of a table with two tiers, ALL_SSD and COLD, on three DataNodes with three
 * volumes each, of which some are full. A full DataNode refuses a block, while the NameNode
 * believes the last heartbeat. HBase has its logs on the volumes of type DISK, which have room.
 */
class FullVolumesIT {
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final int NODES = 3;
  private static final int ROWS = 50;
  private static final int REPLICAS = 3;
  private static final String FAST = "ALL_SSD [SSD]";
  private static final String SLOW = "COLD [ARCHIVE]";
  private static final String FULL = "could only be written to 0";

  /** Stands for the real capacity of a volume. */
  private static final long REAL = -1;

  private static OffloadCluster cluster;

  private TableName table;
  private HRegion region;
  private int written;

  /** Two levels, of which the second is in the fast tier or in the slow one. */
  public static final class TwoLevels extends TieredStoreEngine {
    static final String FAST_BYTES = "test.fast.bytes";

    @Override
    protected TieredLimits limits(Configuration conf, HStore store) {
      TierPlan plan =
          new TierPlan(
              List.of(
                  new TierPlan.Tier(Optional.empty(), 2, conf.getLong(FAST_BYTES, 1L << 40)),
                  new TierPlan.Tier(Optional.of("COLD"), 2, Long.MAX_VALUE)));
      return new TieredLimits(plan, 0, 1_000, 10_000, LayoutFileManager.blockingFiles(conf), 0);
    }
  }

  @BeforeAll
  static void start() throws Exception {
    cluster =
        OffloadCluster.startWithTypedVolumes(
            NODES,
            conf -> {
              conf.setInt("dfs.blocksize", 1 << 20);
              conf.setInt("hbase.hstore.flush.retries.number", 2);
              conf.setInt("hbase.server.pause", 1);
            });
  }

  @AfterAll
  static void stop() throws Exception {
    cluster.close();
  }

  @AfterEach
  void makeRoomAndDrop() throws Exception {
    for (int node = 0; node < NODES; node++) {
      setCapacity(node, StorageType.SSD, REAL);
      setCapacity(node, StorageType.ARCHIVE, REAL);
    }
    tellNameNode(true);
    cluster.util().deleteTable(table);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 3, DEFAULT",
    "2, 3, DEFAULT",
    "3, 3, DEFAULT",
    "1, 2, DEFAULT",
    "2, 2, DEFAULT",
    "3, 2, DEFAULT",
    "2, 3, FILE",
    "3, 3, FILE"
  })
  void flushSpillsOnceNoNodeHasRoomInTheFastTier(int fullNodes, int replicas, String tracker)
      throws Exception {
    create(replicas, true, false, tracker);
    flush();
    long spills = OffloadCounters.flushSpills();
    fillUnknown(StorageType.SSD, fullNodes);
    flush();

    boolean spilled = fullNodes == NODES;
    assertThat(places()).containsExactly(FAST, spilled ? SLOW : FAST);
    assertThat(OffloadCounters.flushSpills() - spills).isEqualTo(spilled ? 1 : 0);
    assertRowsAndNothingElse();
  }

  @ParameterizedTest
  @CsvSource({
    "1, 3, true, DEFAULT",
    "2, 3, true, DEFAULT",
    "3, 3, true, DEFAULT",
    "1, 2, true, DEFAULT",
    "3, 2, true, DEFAULT",
    "3, 3, true, FILE",
    "1, 3, false, DEFAULT",
    "2, 3, false, DEFAULT",
    "3, 3, false, DEFAULT",
    "1, 2, false, DEFAULT",
    "3, 2, false, DEFAULT",
    "3, 3, false, FILE"
  })
  void mergeSpillsOnceNoNodeHasRoomInItsTier(
      int fullNodes, int replicas, boolean offloaded, String tracker) throws Exception {
    create(replicas, true, offloaded, tracker);
    flush();
    flush();
    long spills = OffloadCounters.mergeSpills();
    long jobs = OffloadCounters.offloaded();
    fillUnknown(StorageType.SSD, fullNodes);
    region.compact(false);

    boolean spilled = fullNodes == NODES;
    assertThat(places()).containsExactly(spilled ? SLOW : FAST);
    assertThat(OffloadCounters.mergeSpills() - spills).isEqualTo(spilled ? 1 : 0);
    assertThat(OffloadCounters.offloaded() - jobs).isEqualTo(offloaded ? 1 : 0);
    assertRowsAndNothingElse();
  }

  /** Of two tiers and three nodes, one volume has room. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void onlyVolumeWithRoomTakesFlushAndMerge(boolean offloaded) throws Exception {
    create(REPLICAS, true, offloaded);
    flush();
    fillUnknown(StorageType.SSD, NODES);
    fillUnknown(StorageType.ARCHIVE, NODES - 1);
    flush();
    region.compact(false);

    assertThat(places()).containsExactly(SLOW);
    assertRowsAndNothingElse();
  }

  /** COLD has no second type of storage, so the NameNode refuses at once. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void mergeForTheSlowTierGoesToTheFastOneIfTheNameNodeKnowsNoRoom(boolean offloaded)
      throws Exception {
    create(REPLICAS, false, offloaded);
    flush();
    flush();
    long spills = OffloadCounters.mergeSpills();
    fill(StorageType.ARCHIVE, NODES);
    tellNameNode(true);
    region.compact(false);

    assertThat(places()).containsExactly(FAST);
    assertThat(OffloadCounters.mergeSpills() - spills).isOne();
    assertRowsAndNothingElse();
  }

  /** ALL_SSD has DISK as its second type of storage. */
  @Test
  void hdfsItselfUsesDisksIfTheNameNodeKnowsThatTheSsdsAreFull() throws Exception {
    create(REPLICAS, true, false);
    long spills = OffloadCounters.flushSpills() + OffloadCounters.mergeSpills();
    fill(StorageType.SSD, NODES);
    tellNameNode(true);
    flush();
    flush();
    region.compact(false);

    assertThat(places()).containsExactly("ALL_SSD [DISK]");
    assertThat(OffloadCounters.flushSpills() + OffloadCounters.mergeSpills()).isEqualTo(spills);
    assertRowsAndNothingElse();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void mergeFailsIfNoTierHasRoomAndTheNextOneSucceeds(boolean offloaded) throws Exception {
    create(REPLICAS, true, offloaded);
    flush();
    flush();
    long local = OffloadCounters.local(LocalReason.FAILED);
    fillUnknown(StorageType.SSD, NODES);
    fillUnknown(StorageType.ARCHIVE, NODES);
    assertThatThrownBy(() -> region.compact(false))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(FULL);
    assertThat(OffloadCounters.local(LocalReason.FAILED) - local).isEqualTo(offloaded ? 1 : 0);
    assertThat(places()).containsExactly(FAST, FAST);
    assertRowsAndNothingElse();

    for (int node = 0; node < NODES; node++) {
      setCapacity(node, StorageType.SSD, REAL);
    }
    region.compact(false);
    assertThat(places()).containsExactly(FAST);
    assertRowsAndNothingElse();
  }

  /**
   * Creates the table.
   *
   * @param isFast whether the second level is in the fast tier
   */
  private void create(int replicas, boolean isFast, boolean offloaded) throws Exception {
    create(replicas, isFast, offloaded, "DEFAULT");
  }

  private void create(int replicas, boolean isFast, boolean offloaded, String tracker)
      throws Exception {
    table = cluster.newTableName("full");
    region =
        cluster.create(
            TableDescriptorBuilder.newBuilder(table)
                .setColumnFamily(
                    ColumnFamilyDescriptorBuilder.newBuilder(FAMILY)
                        .setStoragePolicy("ALL_SSD")
                        .setDFSReplication((short) replicas)
                        .build())
                .setValue(LighterOption.ENGINE_DELEGATE.key(), TwoLevels.class.getName())
                .setValue(TwoLevels.FAST_BYTES, isFast ? "1000000000" : "1")
                .setValue(LighterOption.OFFLOAD_ENABLED.key(), Boolean.toString(offloaded))
                .setValue(LighterOption.TIERED_SETTLE.key(), "none")
                .setValue(StoreFileTrackerFactory.TRACKER_IMPL, tracker)
                .build());
  }

  private static MiniDFSCluster hdfs() {
    return cluster.util().getDFSCluster();
  }

  private static DistributedFileSystem fs() throws IOException {
    return hdfs().getFileSystem();
  }

  /** Fills volumes of the first nodes without the NameNode's knowledge. */
  private static void fillUnknown(StorageType type, int nodes) throws IOException {
    tellNameNode(false);
    fill(type, nodes);
  }

  private static void fill(StorageType type, int nodes) throws IOException {
    for (int node = 0; node < nodes; node++) {
      setCapacity(node, type, 0);
    }
  }

  /** Lets the heartbeats tell the NameNode of the room, or keeps them back. */
  private static void tellNameNode(boolean tell) throws IOException {
    for (DataNode node : hdfs().getDataNodes()) {
      DataNodeTestUtils.setHeartbeatsDisabledForTests(node, !tell);
      if (tell) {
        DataNodeTestUtils.triggerHeartbeat(node);
      }
    }
  }

  private static void setCapacity(int node, StorageType type, long bytes) throws IOException {
    try (FsVolumeReferences volumes =
        hdfs().getDataNodes().get(node).getFSDataset().getFsVolumeReferences()) {
      for (FsVolumeSpi volume : volumes) {
        if (volume.getStorageType() == type) {
          ((FsVolumeImpl) volume).setCapacityForTesting(bytes);
        }
      }
    }
  }

  private void flush() throws IOException {
    try (Table writer = cluster.util().getConnection().getTable(table)) {
      List<Put> puts = new ArrayList<>();
      for (int i = 0; i < ROWS; i++) {
        puts.add(new Put(Bytes.toBytes(written++)).addColumn(FAMILY, FAMILY, new byte[5_000]));
      }
      writer.put(puts);
    }
    region.flush(true);
  }

  /** Policy and types of storage of the files, from the oldest to the newest. */
  private List<String> places() throws IOException {
    List<String> places = new ArrayList<>();
    for (HStoreFile file : region.getStore(FAMILY).getStorefiles()) {
      FileStatus status = fs().getFileStatus(file.getPath());
      Set<String> types = new TreeSet<>();
      for (BlockLocation block : fs().getFileBlockLocations(status, 0, status.getLen())) {
        Arrays.stream(block.getStorageTypes()).forEach(type -> types.add(type.name()));
      }
      places.add(fs().getStoragePolicy(file.getPath()).getName() + " " + types);
    }
    return places;
  }

  private void assertRowsAndNothingElse() throws IOException {
    try (Table reader = cluster.util().getConnection().getTable(table);
        ResultScanner rows = reader.getScanner(new Scan())) {
      assertThat(rows).hasSize(written);
    }
    List<Path> unfinished = new ArrayList<>();
    Path folder = region.getRegionFileSystem().getTempDir();
    if (fs().exists(folder)) {
      RemoteIterator<LocatedFileStatus> found = fs().listFiles(folder, true);
      while (found.hasNext()) {
        unfinished.add(found.next().getPath());
      }
    }
    assertThat(unfinished).isEmpty();
  }
}
