// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Table;

/** Writes {@link RowHistory} to several tables in parallel, with a flush after each round. */
final class TableLoader {
  private static final int ROWS_PER_BATCH = 1_000;

  private final Connection connection;
  private final List<TableName> tables;
  private final int rows;
  private final Durability durability;
  private final Progress progress;
  private final AtomicLong rowsDone = new AtomicLong();

  /**
   * Creates a loader without writing.
   *
   * @param durability with {@link Durability#SKIP_WAL}, the failure of a region server loses what
   *     was written since the last round
   */
  TableLoader(
      Connection connection,
      List<TableName> tables,
      int rows,
      Durability durability,
      Progress progress) {
    this.connection = connection;
    this.tables = List.copyOf(tables);
    this.rows = rows;
    this.durability = durability;
    this.progress = progress;
  }

  /** Returns when all rounds are written and flushed. */
  void load() throws IOException {
    List<Callable<Void>> tasks = new ArrayList<>();
    for (TableName table : tables) {
      tasks.add(
          () -> {
            load(table);
            return null;
          });
    }
    Parallel.run(tasks);
  }

  private void load(TableName name) throws IOException {
    try (Table table = connection.getTable(name);
        Admin admin = connection.getAdmin()) {
      for (int round = 0; round < RowHistory.ROUNDS; round++) {
        for (int from = 0; from < rows; from += ROWS_PER_BATCH) {
          writeBatch(table, round, from, Math.min(rows, from + ROWS_PER_BATCH));
        }
        admin.flush(name);
      }
    }
  }

  private void writeBatch(Table table, int round, int from, int to) throws IOException {
    List<Mutation> batch = new ArrayList<>();
    for (int row = from; row < to; row++) {
      batch.addAll(RowHistory.mutations(row, round));
    }
    batch.forEach(mutation -> mutation.setDurability(durability));
    try {
      table.batch(batch, new Object[batch.size()]);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while loading " + table.getName());
    }
    long done = rowsDone.addAndGet(to - from);
    progress.update((double) done / ((long) rows * tables.size() * RowHistory.ROUNDS));
  }
}
