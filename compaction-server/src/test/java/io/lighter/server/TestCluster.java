// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server;

import io.lighter.common.config.LighterOption;
import io.lighter.testing.fixtures.MiniClusterSite;
import java.io.Closeable;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.StartMiniClusterOption;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileScanner;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.storefiletracker.StoreFileTrackerFactory;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hdfs.DFSConfigKeys;

/** One region server, with tables of several store files. */
final class TestCluster implements Closeable {
  static final byte[] FAMILY = Bytes.toBytes("f");
  static final int ROWS = 2_000;
  static final int FLUSHES = 4;

  private final HBaseTestingUtility hbase = new HBaseTestingUtility();

  static TestCluster start() throws Exception {
    return start(StartMiniClusterOption.builder().build());
  }

  /** Starts a cluster with a DataNode for each name, and one replica of each block. */
  static TestCluster startWithDataNodes(String... hosts) throws Exception {
    return start(
        StartMiniClusterOption.builder().numDataNodes(hosts.length).dataNodeHosts(hosts).build());
  }

  private static TestCluster start(StartMiniClusterOption option) throws Exception {
    TestCluster cluster = new TestCluster();
    Configuration conf = cluster.hbase.getConfiguration();
    MiniClusterSite.applyTo(conf);
    conf.setInt(LighterOption.SERVER_PORT.key(), 0);
    conf.setInt(LighterOption.SERVER_CHUNK_PORT.key(), 0);
    conf.setInt(LighterOption.SERVER_INFO_PORT.key(), 0);
    conf.set(LighterOption.SERVER_INFO_BIND_ADDRESS.key(), "127.0.0.1");
    conf.set(LighterOption.SERVER_BIND_ADDRESS.key(), "127.0.0.1");
    conf.set(LighterOption.SERVER_HOSTNAME.key(), "localhost");
    conf.set(LighterOption.ZOOKEEPER_SESSION_TIMEOUT.key(), "60s");
    conf.setBoolean("hbase.regionserver.compaction.enabled", false);
    conf.setInt(DFSConfigKeys.DFS_REPLICATION_KEY, 1);
    cluster.hbase.startMiniCluster(option);
    return cluster;
  }

  Configuration conf() {
    return new Configuration(hbase.getConfiguration());
  }

  HBaseTestingUtility hbase() {
    return hbase;
  }

  /** Creates a table of one region with overwrites and deletes, in {@link #FLUSHES} files. */
  HRegion table(String name, String tracker) throws Exception {
    return table(name, tracker, family -> family);
  }

  /** Creates such a table with a given family. */
  HRegion table(String name, String tracker, UnaryOperator<ColumnFamilyDescriptorBuilder> with)
      throws Exception {
    TableName table = TableName.valueOf(name);
    try (Admin admin = hbase.getConnection().getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(table)
              .setColumnFamily(
                  with.apply(ColumnFamilyDescriptorBuilder.newBuilder(FAMILY).setMaxVersions(3))
                      .build())
              .setValue(StoreFileTrackerFactory.TRACKER_IMPL, tracker)
              .build());
    }
    try (Table target = hbase.getConnection().getTable(table)) {
      for (int flush = 0; flush < FLUSHES; flush++) {
        target.put(puts(flush));
        target.delete(deletes(flush));
        hbase.flush(table);
      }
    }
    return hbase.getMiniHBaseCluster().getRegions(table).get(0);
  }

  private static List<Put> puts(int flush) {
    List<Put> puts = new ArrayList<>();
    for (int row = flush; row < ROWS; row += flush + 1) {
      puts.add(
          new Put(row(row))
              .addColumn(FAMILY, Bytes.toBytes("q"), Bytes.toBytes("v" + flush + "-" + row)));
    }
    return puts;
  }

  private static List<Delete> deletes(int flush) {
    List<Delete> deletes = new ArrayList<>();
    for (int row = flush; row < ROWS; row += 17) {
      deletes.add(new Delete(row(row)).addColumns(FAMILY, Bytes.toBytes("q")));
    }
    return deletes;
  }

  static byte[] row(int number) {
    return Bytes.toBytes("row%06d".formatted(number));
  }

  /** Every cell of an HFile with key, type, sequence id and value. */
  List<String> cells(Path file) throws Exception {
    List<String> cells = new ArrayList<>();
    try (HFile.Reader reader =
        HFile.createReader(
            hbase.getTestFileSystem(),
            file,
            CacheConfig.DISABLED,
            true,
            hbase.getConfiguration())) {
      HFileScanner scanner = reader.getScanner(hbase.getConfiguration(), false, false);
      if (scanner.seekTo()) {
        do {
          Cell cell = scanner.getCell();
          cells.add(cell + "/" + Bytes.toStringBinary(CellUtil.cloneValue(cell)));
        } while (scanner.next());
      }
    }
    return cells;
  }

  /** The files that an output lists as replaced. */
  Set<String> replacedBy(Path file) throws Exception {
    try (HFile.Reader reader =
        HFile.createReader(
            hbase.getTestFileSystem(),
            file,
            CacheConfig.DISABLED,
            true,
            hbase.getConfiguration())) {
      return ProtobufUtil.toCompactedStoreFiles(
          reader.getHFileInfo().get(HStoreFile.COMPACTION_EVENT_KEY));
    }
  }

  @Override
  public void close() {
    try {
      hbase.shutdownMiniCluster();
    } catch (Exception e) {
      throw new IllegalStateException("the mini cluster did not stop", e);
    }
  }
}
