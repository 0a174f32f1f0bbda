// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.index;

import io.lighter.index.admin.CheckReport;
import io.lighter.index.admin.CreateOptions;
import io.lighter.index.admin.IndexAdmin;
import io.lighter.index.admin.IndexVerifier;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The tables of a trial. A row has a key of 30 bytes, an indexed column of 30 bytes and a value of
 * 100; a row of the wide tables has ten such columns. The values of the indexed column are in
 * another order than the rows. Each table has four regions, and each index has one.
 */
final class IndexedTables {
  static final byte[] FAMILY = Bytes.toBytes("f");
  static final String INDEX = "k0";
  static final TableName PLAIN = TableName.valueOf("plain");
  static final TableName INDEXED = TableName.valueOf("indexed");

  /** Its index leaves superseded entries to compactions. */
  static final TableName BLIND = TableName.valueOf("blind");

  /** Rows and entries that the client keeps itself. */
  static final TableName DUAL = TableName.valueOf("dual");

  static final TableName DUAL_ENTRIES = TableName.valueOf("dual_entries");
  static final TableName WIDE_1 = TableName.valueOf("wide1");
  static final TableName WIDE_10 = TableName.valueOf("wide10");
  static final int WIDE_COLUMNS = 10;

  private static final byte[] VALUE = Bytes.toBytes("v");
  private static final int VALUE_BYTES = 100;
  private static final int BATCH = 500;
  private static final int REGIONS = 4;

  /** Odd, and no divisor of a number of rows below 2³¹: a permutation. */
  private static final long STEP = 2_147_483_647L;

  private final Connection connection;
  private final IndexPlan plan;

  IndexedTables(Connection connection, IndexPlan plan) {
    this.connection = connection;
    this.plan = plan;
  }

  /** Creates all tables, and their indexes while they are empty. */
  void create() throws IOException {
    try (Admin admin = connection.getAdmin()) {
      for (TableName table : List.of(PLAIN, INDEXED, BLIND, DUAL, WIDE_1, WIDE_10)) {
        int rows = isWide(table) ? plan.wideRows() : plan.rows();
        create(admin, table, splits("row", rows));
      }
      create(admin, DUAL_ENTRIES, splits("key", plan.rows()));
    }
    IndexAdmin indexes = IndexAdmin.of(connection);
    index(indexes, INDEXED, 1, "");
    index(indexes, BLIND, 1, " cleanup=compaction");
    index(indexes, WIDE_1, 1, "");
    index(indexes, WIDE_10, WIDE_COLUMNS, "");
  }

  private static void create(Admin admin, TableName table, byte[][] splits) throws IOException {
    admin.createTable(
        TableDescriptorBuilder.newBuilder(table)
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
            .build(),
        splits);
  }

  private static byte[][] splits(String word, int rows) {
    byte[][] splits = new byte[REGIONS - 1][];
    for (int i = 1; i < REGIONS; i++) {
      splits[i - 1] = text(word, (long) rows * i / REGIONS);
    }
    return splits;
  }

  private static void index(IndexAdmin indexes, TableName table, int columns, String options)
      throws IOException {
    for (int i = 0; i < columns; i++) {
      String definition = "value f:k%d bytes%s".formatted(i, options);
      indexes.create(table, "k" + i, definition, CreateOptions.DEFAULT);
    }
  }

  /** Loads all tables, and flushes none of them: reads find rows in memory, as in the paper. */
  void load() throws IOException {
    for (TableName table : List.of(PLAIN, INDEXED, BLIND, DUAL, WIDE_1, WIDE_10)) {
      int rows = isWide(table) ? plan.wideRows() : plan.rows();
      try (Table writer = connection.getTable(table)) {
        List<Put> puts = new ArrayList<>();
        for (int row = 0; row < rows; row++) {
          puts.add(isWide(table) ? wide(row, row) : put(row, key(row)));
          if (puts.size() == BATCH || row == rows - 1) {
            writer.put(puts);
            puts.clear();
          }
        }
      }
    }
    try (Table writer = connection.getTable(DUAL_ENTRIES)) {
      List<Put> puts = new ArrayList<>();
      for (int row = 0; row < plan.rows(); row++) {
        puts.add(entry(key(row), row));
        if (puts.size() == BATCH || row == plan.rows() - 1) {
          writer.put(puts);
          puts.clear();
        }
      }
    }
  }

  /**
   * Compares each index with its table.
   *
   * @throws IOException if an entry is missing or foreign
   */
  void check() throws IOException {
    check(INDEXED, 1);
    check(BLIND, 1);
    check(WIDE_1, 1);
    check(WIDE_10, WIDE_COLUMNS);
  }

  private void check(TableName table, int columns) throws IOException {
    for (int i = 0; i < columns; i++) {
      CheckReport report = IndexVerifier.check(connection, table, "k" + i, false);
      if (!report.isConsistent()) {
        throw new IOException("index k%d of %s: %s".formatted(i, table, report));
      }
    }
  }

  private static boolean isWide(TableName table) {
    return table.equals(WIDE_1) || table.equals(WIDE_10);
  }

  /** The first key of a row, as it was loaded. */
  byte[] key(long row) {
    return text("key", rank(row));
  }

  /** The place of a loaded row in the order of keys. */
  long rank(long row) {
    return Math.floorMod(row * STEP, (long) plan.rows());
  }

  /** The key with a place in their order. */
  static byte[] keyAt(long rank) {
    return text("key", rank);
  }

  /** A key that no loaded row has, behind all of theirs. */
  static byte[] newKey(long number) {
    return text("new", number);
  }

  static byte[] row(long number) {
    return text("row", number);
  }

  /** 30 bytes. */
  private static byte[] text(String word, long number) {
    return String.format(Locale.ROOT, "%s%027d", word, number).getBytes(StandardCharsets.US_ASCII);
  }

  static Put put(long row, byte[] key) {
    return new Put(row(row))
        .addColumn(FAMILY, column(0), key)
        .addColumn(FAMILY, VALUE, new byte[VALUE_BYTES]);
  }

  /** A row with ten keys, which differ from those of other numbers. */
  static Put wide(long row, long number) {
    Put put = new Put(row(row)).addColumn(FAMILY, VALUE, new byte[VALUE_BYTES]);
    for (int i = 0; i < WIDE_COLUMNS; i++) {
      put.addColumn(FAMILY, column(i), newKey(number * WIDE_COLUMNS + i));
    }
    return put;
  }

  /** An entry that the client keeps: key and row. */
  static Put entry(byte[] key, long row) {
    return new Put(Bytes.add(key, row(row))).addColumn(FAMILY, VALUE, new byte[0]);
  }

  static byte[] column(int number) {
    return Bytes.toBytes("k" + number);
  }
}
