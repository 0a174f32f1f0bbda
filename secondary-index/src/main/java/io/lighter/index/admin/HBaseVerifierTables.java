// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.admin;

import io.lighter.index.spec.IndexHold;
import io.lighter.index.spec.IndexNames;
import io.lighter.index.spec.IndexSpec;
import io.lighter.index.spec.IndexedColumn;
import io.lighter.index.spec.KeyExtractor;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;

/** The tables of an index by HBase's blocking client. Confined to a thread. */
final class HBaseVerifierTables implements VerifierTables, Closeable {
  private final Table data;
  private final Table index;
  private final RegionLocator regions;
  private final KeyExtractor keys;

  HBaseVerifierTables(Connection connection, TableName table, IndexSpec spec) throws IOException {
    this.data = connection.getTable(table);
    this.index = connection.getTable(IndexNames.indexTable(table, spec.name()));
    this.regions = connection.getRegionLocator(table);
    this.keys = spec.keys();
  }

  @Override
  public List<Result> scanRows(byte[] start, int limit) throws IOException {
    return scan(data, withColumns(new Scan().withStartRow(start)), limit);
  }

  @Override
  public List<StampedRow> scanEntries(byte[] start, int limit) throws IOException {
    Scan scan = new Scan().withStartRow(start).addFamily(IndexNames.family());
    List<StampedRow> rows = new ArrayList<>();
    for (Result result : scan(index, scan, limit)) {
      rows.add(new StampedRow(result.getRow(), result.rawCells()[0].getTimestamp()));
    }
    return rows;
  }

  private static List<Result> scan(Table table, Scan scan, int limit) throws IOException {
    scan.setLimit(limit).setCaching(limit).setCacheBlocks(false);
    List<Result> results = new ArrayList<>();
    try (ResultScanner scanner = table.getScanner(scan)) {
      for (Result result = scanner.next(); result != null; result = scanner.next()) {
        results.add(result);
      }
    }
    return results;
  }

  @Override
  public List<OptionalLong> stamps(List<byte[]> indexRows) throws IOException {
    List<Get> gets = new ArrayList<>();
    for (byte[] row : indexRows) {
      gets.add(new Get(row).addColumn(IndexNames.family(), IndexNames.qualifier()));
    }
    List<OptionalLong> stamps = new ArrayList<>();
    for (Result result : index.get(gets)) {
      stamps.add(
          result.isEmpty()
              ? OptionalLong.empty()
              : OptionalLong.of(result.rawCells()[0].getTimestamp()));
    }
    return stamps;
  }

  @Override
  public List<Result> rows(List<byte[]> rows) throws IOException {
    List<Get> gets = new ArrayList<>();
    for (byte[] row : rows) {
      Get get = new Get(row);
      if (keys.columnPrefix().isPresent()) {
        get.addFamily(keys.family());
      } else {
        keys.columns().forEach(column -> get.addColumn(keys.family(), column.qualifier()));
      }
      gets.add(get);
    }
    return List.of(data.get(gets));
  }

  @Override
  public Result rawRow(byte[] row) throws IOException {
    Scan raw = // HBase refuses columns in a raw scan
        new Scan()
            .withStartRow(row)
            .withStopRow(row, true)
            .addFamily(keys.family())
            .setRaw(true)
            .readAllVersions();
    List<Cell> cells = new ArrayList<>();
    try (ResultScanner scanner = data.getScanner(raw)) {
      for (Result result = scanner.next(); result != null; result = scanner.next()) {
        cells.addAll(result.listCells());
      }
    }
    return Result.create(cells);
  }

  private Scan withColumns(Scan scan) {
    if (keys.columnPrefix().isPresent()) {
      return scan.addFamily(keys.family());
    }
    for (IndexedColumn column : keys.columns()) {
      scan.addColumn(keys.family(), column.qualifier());
    }
    return scan;
  }

  @Override
  public long openSequenceId(byte[] row) throws IOException {
    return regions.getRegionLocation(row, true).getSeqNum();
  }

  @Override
  public boolean isHeld() throws IOException {
    return IndexHold.isHeld(data.getDescriptor());
  }

  @Override
  public void insert(byte[] indexRow, long stamp) throws IOException {
    index.put(
        new Put(indexRow)
            .addColumn(IndexNames.family(), IndexNames.qualifier(), stamp, IndexNames.repaired()));
  }

  @Override
  public void remove(byte[] indexRow, long upTo) throws IOException {
    index.delete(
        new Delete(indexRow).addColumns(IndexNames.family(), IndexNames.qualifier(), upTo));
  }

  @Override
  public void close() throws IOException {
    try {
      data.close();
    } finally {
      try {
        index.close();
      } finally {
        regions.close();
      }
    }
  }
}
