// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import java.io.IOException;
import java.util.SplittableRandom;
import java.util.function.DoubleConsumer;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.DefaultStoreEngine;
import org.apache.hadoop.hbase.regionserver.StoreEngine;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Creates a table with several store files over the same keys in each region. Each file except the
 * first also replaces some earlier rows, which the compaction drops.
 */
public final class TableLoader {
  static final int FILES = 4;

  /** One in this many earlier rows is replaced by each file except the first. */
  private static final int REPLACED = 10;

  /** Resulting number of written rows per remaining row. */
  private static final double WRITTEN = 1.15;

  private final Connection connection;
  private final YcsbRows rows;
  private final long seed;
  private final int regions;

  TableLoader(Connection connection, YcsbRows rows, long seed) {
    this(connection, rows, seed, 1);
  }

  TableLoader(Connection connection, YcsbRows rows, long seed, int regions) {
    this.connection = connection;
    this.rows = rows;
    this.seed = seed;
    this.regions = regions;
  }

  /** Approximate uncompressed size of all files. */
  public static long bytes(YcsbRows rows) {
    return Math.round(rows.count() * YcsbRows.bytesPerRow() * WRITTEN);
  }

  /** Creates, fills and flushes the table. */
  public void load(TableName table, DoubleConsumer progress) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(table)
              .setColumnFamily(
                  ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes(YcsbRows.FAMILY))
                      // Blocks that a trial leaves in the cache would disturb the next one.
                      .setEvictBlocksOnClose(true)
                      .build())
              .setValue(StoreEngine.STORE_ENGINE_CLASS_KEY, DefaultStoreEngine.class.getName())
              .build(),
          rows.splits(regions));
      for (int file = 0; file < FILES; file++) {
        writeFile(table, file, random);
        admin.flush(table);
        progress.accept((file + 1.0) / FILES);
      }
    }
  }

  private void writeFile(TableName table, int file, SplittableRandom random) throws IOException {
    try (BufferedMutator mutator = connection.getBufferedMutator(table)) {
      for (int row = 0; row < rows.count(); row++) {
        boolean first = row % FILES == file;
        boolean again = row % FILES < file && row / FILES % REPLACED == file;
        if (first || again) {
          mutator.mutate(YcsbRows.row(row, random));
        }
      }
    }
  }
}
