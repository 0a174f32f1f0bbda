// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.build;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.config.LighterOption;
import io.lighter.index.admin.BuildListener;
import io.lighter.index.admin.BuildProgress;
import io.lighter.index.admin.BuildStep;
import io.lighter.index.admin.CheckReport;
import io.lighter.index.admin.CreateOptions;
import io.lighter.index.admin.IndexAdmin;
import io.lighter.index.admin.IndexInfo;
import io.lighter.index.admin.IndexVerifier;
import io.lighter.index.rpc.IndexRpcSchedulerFactory;
import io.lighter.index.spec.EntryCodec;
import io.lighter.index.spec.IndexNames;
import io.lighter.index.spec.IndexSpec;
import io.lighter.testing.fixtures.MiniClusterSite;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.StartMiniClusterOption;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/** A mini cluster on which indexes {@code city} of tables are built. */
final class BuildCluster {
  static final byte[] F = Bytes.toBytes("f");
  static final byte[] CITY = Bytes.toBytes("city");
  static final String INDEX = "city";
  static final String DEFINITION = "value f:city string";
  static final long WAIT_MS = 120_000;

  /** So little that each region is sorted in many pieces. */
  private static final long SORT_BYTES = 2_000;

  private static final int JOBS = 2;
  private static final int VERSIONS = 3;

  /** Ends a build as the end of its process would: nothing is undone. */
  static final class Died extends Error {
    private static final long serialVersionUID = 1L;
  }

  private final HBaseTestingUtility util = new HBaseTestingUtility();

  HBaseTestingUtility util() {
    return util;
  }

  void start(int servers) throws Exception {
    Configuration conf = util.getConfiguration();
    MiniClusterSite.applyTo(conf);
    conf.set(LighterOption.INDEX_REMOVAL_DELAY.key(), "0ms");
    conf.set(LighterOption.INDEX_WRITE_TIMEOUT.key(), "20s"); // a busy machine is no dead index
    conf.set(LighterOption.INDEX_LOCK_WAIT.key(), "30s");
    conf.set(
        "hbase.region.server.rpc.scheduler.factory.class",
        IndexRpcSchedulerFactory.class.getName());
    conf.setInt("hbase.client.retries.number", 40);
    util.startMiniCluster(
        StartMiniClusterOption.builder().numRegionServers(servers).numDataNodes(1).build());
    // HBase's test utility puts it into the root folder
    conf.set(HConstants.TEMPORARY_FS_DIRECTORY_KEY, "/lighter-build-test");
    boolean unused = util.getAdmin().balancerSwitch(false, true);
  }

  void stop() throws Exception {
    util.shutdownMiniCluster();
  }

  TableName createTable(String name, byte[][] splits) throws IOException {
    TableName table = TableName.valueOf(name);
    util.getAdmin()
        .createTable(
            TableDescriptorBuilder.newBuilder(table)
                .setColumnFamily(
                    ColumnFamilyDescriptorBuilder.newBuilder(F).setMaxVersions(VERSIONS).build())
                .build(),
            splits);
    return table;
  }

  SnapshotBuilder builder() throws IOException {
    return new SnapshotBuilder(
        util.getConnection(), util.getConfiguration(), JOBS, BuildServers.NONE, SORT_BYTES);
  }

  LocalFiles files() throws IOException {
    return new LocalFiles(util.getConnection(), util.getConfiguration(), JOBS, SORT_BYTES);
  }

  IndexAdmin admin() throws IOException {
    return IndexAdmin.of(util.getConnection(), builder());
  }

  IndexInfo create(TableName table, BuildListener listener) throws IOException {
    return admin().create(table, INDEX, DEFINITION, CreateOptions.DEFAULT, listener);
  }

  /** Something that happens behind a step. */
  @FunctionalInterface
  interface Event {
    void happen() throws Exception;
  }

  /** Makes an event happen behind a step. */
  static BuildListener behind(BuildStep wanted, Event event) {
    return new BuildListener() {
      @Override
      public void progress(BuildProgress progress) {}

      @Override
      public void ended(BuildStep step) {
        if (step == wanted) {
          try {
            event.happen();
          } catch (Exception e) {
            throw new AssertionError("behind " + step, e);
          }
        }
      }
    };
  }

  void put(TableName table, String row, String city) throws IOException {
    try (Table data = util.getConnection().getTable(table)) {
      data.put(new Put(Bytes.toBytes(row)).addColumn(F, CITY, Bytes.toBytes(city)));
    }
  }

  /** Visible entries, {@code key/row}, with their stamps. */
  NavigableMap<String, Long> entries(TableName table) throws Exception {
    EntryCodec codec = codec();
    NavigableMap<String, Long> entries = new TreeMap<>();
    for (Cell cell : cells(table, new Scan())) {
      EntryCodec.Entry entry = codec.decode(CellUtil.cloneRow(cell));
      entries.put(
          Bytes.toString(codec.values(entry.key()).get(0)) + "/" + Bytes.toString(entry.row()),
          cell.getTimestamp());
    }
    return entries;
  }

  /** Whether a removal of an entry has come in. */
  boolean isRemoved(TableName table, String city, String row) throws Exception {
    EntryCodec codec = codec();
    byte[] entry = codec.entryRow(codec.key(List.of(Bytes.toBytes(city))), Bytes.toBytes(row));
    return cells(table, new Scan().setRaw(true).readAllVersions()).stream()
        .anyMatch(cell -> CellUtil.matchingRows(cell, entry) && CellUtil.isDelete(cell));
  }

  private static EntryCodec codec() {
    return new EntryCodec(IndexSpec.parse(INDEX, DEFINITION));
  }

  private List<Cell> cells(TableName table, Scan scan) throws IOException {
    List<Cell> cells = new ArrayList<>();
    try (Table index = util.getConnection().getTable(IndexNames.indexTable(table, INDEX));
        ResultScanner results = index.getScanner(scan.addFamily(IndexNames.family()))) {
      for (Result result : results) {
        cells.addAll(result.listCells());
      }
    }
    return cells;
  }

  CheckReport check(TableName table) throws IOException {
    return IndexVerifier.check(util.getConnection(), table, INDEX, false);
  }

  /** Nothing of any build is left: no snapshot, no file. */
  void assertNothingIsLeft() throws IOException {
    assertThat(util.getAdmin().listSnapshots()).isEmpty();
    FileSystem fs = util.getTestFileSystem();
    assertThat(fs.listStatus(WorkFolder.parent(util.getConfiguration()))).isEmpty();
  }
}
