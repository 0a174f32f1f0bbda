// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.region;

import io.lighter.common.config.LighterOption;
import io.lighter.index.rpc.IndexRpcSchedulerFactory;
import io.lighter.index.spec.ColumnValues;
import io.lighter.index.spec.EntryCodec;
import io.lighter.index.spec.IndexKeyException;
import io.lighter.index.spec.IndexNames;
import io.lighter.index.spec.IndexSpec;
import io.lighter.index.spec.IndexSpecs;
import io.lighter.testing.fixtures.MiniClusterSite;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.ExtendedCell;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.StartMiniClusterOption;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.util.Bytes;

/** A mini cluster with indexed tables, and what their indexes hold. */
final class IndexCluster {
  static final byte[] F = Bytes.toBytes("f");
  static final byte[] CITY = Bytes.toBytes("city");
  static final int VERSIONS = 3;
  static final long WAIT_MS = 120_000;

  private final HBaseTestingUtility util = new HBaseTestingUtility();

  HBaseTestingUtility util() {
    return util;
  }

  /** Starts the cluster; superseded entries go after {@code removalDelay}. */
  void start(int servers, String removalDelay) throws Exception {
    Configuration conf = util.getConfiguration();
    MiniClusterSite.applyTo(conf);
    conf.set(LighterOption.INDEX_REMOVAL_DELAY.key(), removalDelay);
    if (conf.get(HConstants.REGION_SERVER_HANDLER_COUNT) == null) {
      conf.setInt(HConstants.REGION_SERVER_HANDLER_COUNT, 10);
    }
    conf.set(LighterOption.INDEX_WRITE_TIMEOUT.key(), "20s"); // a busy machine is no dead index
    conf.set(LighterOption.INDEX_LOCK_WAIT.key(), "30s");
    conf.setInt("hbase.client.retries.number", 40);
    util.startMiniCluster(
        StartMiniClusterOption.builder().numRegionServers(servers).numDataNodes(1).build());
    boolean unused = util.getAdmin().balancerSwitch(false, true);
  }

  void useSchedulerOfIndexes() {
    util.getConfiguration()
        .set(
            "hbase.region.server.rpc.scheduler.factory.class",
            IndexRpcSchedulerFactory.class.getName());
  }

  void stop() throws Exception {
    util.shutdownMiniCluster();
  }

  /**
   * Creates a table with family {@code f}, and its index tables.
   *
   * @param definitions name to definition
   */
  TableName create(String name, Map<String, String> definitions, byte[][] splits)
      throws IOException {
    TableName table = TableName.valueOf(name);
    TableDescriptorBuilder data =
        TableDescriptorBuilder.newBuilder(table)
            .setColumnFamily(
                ColumnFamilyDescriptorBuilder.newBuilder(F).setMaxVersions(VERSIONS).build())
            .setCoprocessor(IndexNames.observer());
    for (Map.Entry<String, String> definition : definitions.entrySet()) {
      data.setValue(IndexNames.definitionKey(definition.getKey()), definition.getValue());
      util.getAdmin()
          .createTable(IndexNames.indexTableDescriptor(table, definition.getKey()).build());
    }
    if (splits.length == 0) {
      util.getAdmin().createTable(data.build());
    } else {
      util.getAdmin().createTable(data.build(), splits);
    }
    return table;
  }

  /** Entries of an index with their stamps: {@code key/row}, compound keys with commas. */
  NavigableMap<String, Long> entries(TableName table, String index) throws Exception {
    IndexSpec spec = spec(table, index);
    EntryCodec codec = new EntryCodec(spec);
    NavigableMap<String, Long> entries = new TreeMap<>();
    try (Table of = util.getConnection().getTable(IndexNames.indexTable(table, index));
        ResultScanner results = of.getScanner(new Scan())) {
      for (Result result : results) {
        EntryCodec.Entry entry = codec.decode(result.getRow());
        entries.put(text(codec, entry.key(), entry.row()), result.rawCells()[0].getTimestamp());
      }
    }
    return entries;
  }

  /** What an index has to hold, by a scan of the data table. */
  List<String> expected(TableName table, String index) throws Exception {
    IndexSpec spec = spec(table, index);
    EntryCodec codec = new EntryCodec(spec);
    List<String> expected = new ArrayList<>();
    try (Table of = util.getConnection().getTable(table);
        ResultScanner results = of.getScanner(new Scan())) {
      for (Result result : results) {
        for (byte[] key : spec.keys().keys(ColumnValues.of(result.listCells(), F))) {
          expected.add(text(codec, key, result.getRow()));
        }
      }
    }
    return expected.stream().sorted().toList();
  }

  private static String text(EntryCodec codec, byte[] key, byte[] row) throws IndexKeyException {
    return String.join(",", codec.values(key).stream().map(Bytes::toStringBinary).toList())
        + "/"
        + Bytes.toStringBinary(row);
  }

  private IndexSpec spec(TableName table, String index) throws IOException {
    TableDescriptor descriptor = util.getAdmin().getDescriptor(table);
    return IndexSpecs.of(descriptor).stream()
        .filter(each -> each.name().equals(index))
        .findFirst()
        .orElseThrow();
  }

  /** Waits until the index holds exactly what it has to. */
  void awaitExact(TableName table, String index) throws Exception {
    util.waitFor(
        WAIT_MS,
        100,
        () -> List.copyOf(entries(table, index).keySet()).equals(expected(table, index)));
  }

  /**
   * The sequence id of the newest put cell of a row. A killed server still shows its regions: the
   * newest region counts.
   */
  long sequenceId(TableName table, byte[] row) throws IOException {
    long newest = 0;
    for (HRegion region : util.getHBaseCluster().getRegions(table)) {
      if (region.getRegionInfo().containsRow(row) && !region.isClosed()) {
        for (Cell cell : new RowReader(region, List.of()).raw(row, F)) {
          if (CellUtil.isPut(cell)) {
            newest = Math.max(newest, ((ExtendedCell) cell).getSequenceId());
          }
        }
      }
    }
    return newest;
  }
}
