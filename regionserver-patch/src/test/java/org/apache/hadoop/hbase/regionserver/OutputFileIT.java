// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.hdfs.HdfsFileSettings;
import io.lighter.regionserver.OffloadCounters;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Options.ChecksumOpt;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.RandomSchema.Engine;
import org.apache.hadoop.hbase.shaded.protobuf.generated.HBaseProtos;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * HDFS keeps the same attributes of an output as of a flushed file, although the compaction
 * server's own site has other values.
 */
class OutputFileIT {
  private static final HdfsFileSettings REGION_SERVERS =
      new HdfsFileSettings(3, 32 << 20, 0077, "CRC32", 1024);
  private static final HdfsFileSettings COMPACTION_SERVERS =
      new HdfsFileSettings(1, 64 << 20, 0022, "NULL", 512);
  private static final String CODING = "XOR-2-1-1024k";
  private static final int DATA_NODES = 3;
  private static final String FAMILY = "f";
  private static final int NO_REPLICATION_OF_ITS_OWN = 0;
  private static final int ROWS = 50;

  private static OffloadCluster cluster;
  private long corrected;
  private long different;
  private long notLocal;

  @BeforeAll
  static void startCluster() throws Exception {
    cluster =
        OffloadCluster.startWithDataNodes(
            DATA_NODES,
            REGION_SERVERS::applyTo,
            conf -> {
              COMPACTION_SERVERS.applyTo(conf);
              // As in a process of its own: otherwise both sides share HDFS's client.
              conf.setBoolean("fs.hdfs.impl.disable.cache", true);
            });
  }

  @AfterAll
  static void stopCluster() throws Exception {
    cluster.close();
  }

  @BeforeEach
  void count() {
    corrected = OffloadCounters.outputsCorrected();
    different = OffloadCounters.outputsDifferent();
    notLocal = OffloadCounters.outputsWithoutLocalReplica();
  }

  /** Fails if an output needed a correction: the compaction server should have written it right. */
  @AfterEach
  void nothingHadToBeCorrected() {
    assertThat(OffloadCounters.outputsCorrected()).isEqualTo(corrected);
    assertThat(OffloadCounters.outputsDifferent()).isEqualTo(different);
    assertThat(OffloadCounters.outputsWithoutLocalReplica()).isEqualTo(notLocal);
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void outputsHaveTheAttributesOfFlushedFiles(Engine engine) throws Exception {
    HRegion region = create(engine, NO_REPLICATION_OF_ITS_OWN);
    flushTwice(region);
    assertThat(described(region))
        .isNotEmpty()
        .allMatch("replication 3, blocks of 33554432, rw-------, CRC32 of 1024"::equals);
    List<String> flushed = described(region);

    compact(region);

    assertThat(described(region)).isNotEmpty().allMatch(flushed.get(0)::equals);
  }

  @Test
  void replicationOfTheFamilyTakesPrecedence() throws Exception {
    HRegion region = create(Engine.DEFAULT, 2);
    flushTwice(region);
    List<String> flushed = described(region);
    assertThat(flushed).allMatch(file -> file.startsWith("replication 2,"));

    compact(region);

    assertThat(described(region)).containsExactly(flushed.get(0));
  }

  /** Favoured nodes as HBase's balancer chooses them; a region gets them when it opens. */
  @Test
  void replicasAreOnTheFavouredNodes() throws Exception {
    HRegion region = create(Engine.DEFAULT, 1);
    HRegionServer server = cluster.util().getMiniHBaseCluster().getRegionServer(0);
    for (DataNode node : cluster.util().getDFSCluster().getDataNodes()) {
      flushTwice(region);
      server.updateRegionFavoredNodesMapping(
          region.getRegionInfo().getEncodedName(),
          List.of(
              HBaseProtos.ServerName.newBuilder()
                  .setHostName("127.0.0.1")
                  .setPort(node.getXferPort())
                  .build()));

      compact(region);

      assertThat(places(region)).containsExactly("127.0.0.1:" + node.getXferPort());
    }
  }

  /** HDFS codes a file by its folder: HBase's output and Lighter's are side by side. */
  @Test
  void erasureCodingFollowsTheFolder() throws Exception {
    DistributedFileSystem hdfs = cluster.util().getDFSCluster().getFileSystem();
    hdfs.enableErasureCodingPolicy(CODING);
    HRegion region = create(Engine.DEFAULT, NO_REPLICATION_OF_ITS_OWN);
    HRegionFileSystem folders = region.getRegionFileSystem();

    hdfs.setErasureCodingPolicy(folders.getStoreDir(FAMILY), CODING);
    flushTwice(region);
    assertThat(coded(region)).containsOnly(false); // HBase writes into .tmp, and moves
    compact(region);
    assertThat(coded(region)).containsExactly(false);

    hdfs.unsetErasureCodingPolicy(folders.getStoreDir(FAMILY));
    hdfs.setErasureCodingPolicy(folders.getRegionDir(), CODING);
    region.put(put(1));
    region.flush(true);
    assertThat(coded(region)).containsExactlyInAnyOrder(false, true);
    compact(region);
    assertThat(coded(region)).containsExactly(true);
    assertThat(Snapshots.visible(region)).isNotEmpty();
  }

  private static HRegion create(Engine engine, int replication) throws IOException {
    TableDescriptorBuilder table =
        TableDescriptorBuilder.newBuilder(cluster.newTableName("file"))
            .setColumnFamily(
                ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes(FAMILY))
                    .setDFSReplication((short) replication)
                    .build());
    engine.configure(table);
    return cluster.create(table.build());
  }

  private static void flushTwice(HRegion region) throws IOException {
    for (int file = 0; file < 2; file++) {
      for (int row = 0; row < ROWS; row++) {
        region.put(put(row));
      }
      region.flush(true);
    }
  }

  private static Put put(int row) {
    return new Put(Bytes.toBytes(row)).addColumn(Bytes.toBytes(FAMILY), null, new byte[100]);
  }

  private static void compact(HRegion region) throws Exception {
    long offloaded = OffloadCounters.offloaded();
    WarmupSteps.compact(region).get(1, TimeUnit.MINUTES);
    assertThat(OffloadCounters.offloaded()).isEqualTo(offloaded + 1);
  }

  private static List<String> described(HRegion region) throws IOException {
    List<String> files = new ArrayList<>();
    for (FileStatus file : files(region)) {
      ChecksumOpt checksum =
          region.getFilesystem().getFileChecksum(file.getPath()).getChecksumOpt();
      files.add(
          "replication %d, blocks of %d, %s, %s of %d"
              .formatted(
                  file.getReplication(),
                  file.getBlockSize(),
                  file.getPermission(),
                  checksum.getChecksumType(),
                  checksum.getBytesPerChecksum()));
    }
    return files;
  }

  private static List<String> places(HRegion region) throws IOException {
    List<String> places = new ArrayList<>();
    for (FileStatus file : files(region)) {
      for (BlockLocation block :
          region.getFilesystem().getFileBlockLocations(file, 0, file.getLen())) {
        places.addAll(List.of(block.getNames()));
      }
    }
    return places;
  }

  private static List<Boolean> coded(HRegion region) throws IOException {
    return files(region).stream().map(FileStatus::isErasureCoded).toList();
  }

  private static List<FileStatus> files(HRegion region) throws IOException {
    List<FileStatus> files = new ArrayList<>();
    for (HStoreFile file : region.getStores().get(0).getStorefiles()) {
      files.add(region.getFilesystem().getFileStatus(file.getPath()));
    }
    return files;
  }
}
