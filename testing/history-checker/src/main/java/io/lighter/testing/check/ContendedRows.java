// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import io.lighter.testing.index.CheckedIndex;
import java.io.IOException;
import java.util.random.RandomGenerator;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;

/**
 * A few rows of an indexed table that all writers change at the same time. Which change was last is
 * known in the end only, from the rows themselves. Thread-safe.
 */
final class ContendedRows {
  /** Number of rows; few, so that writers meet. */
  static final int COUNT = 4;

  /** Changes at once, so that the writers' requests overlap. */
  private static final int BURST = 4;

  private final CheckContext context;

  ContendedRows(CheckContext context) {
    this.context = context;
  }

  /** The key of a contended row; all are in the first half of the table. */
  static byte[] key(int row) {
    return Keys.ofRegister(row * Keys.ROWS_PER_REGISTER / 2);
  }

  /** Whether the key is that of a contended row. */
  static boolean isContended(byte[] key) {
    return Keys.isRegister(key);
  }

  /** Sends some changes of one of the rows. */
  void write(Table table, RandomGenerator random) {
    byte[] row = key(random.nextInt(COUNT));
    IndexChanges changes = new IndexChanges(random);
    for (int i = 0; i < BURST; i++) {
      try {
        context
            .requests()
            .timed(
                () -> {
                  send(table, row, changes, random);
                  return null;
                });
        context.tally().add(Tally.Event.CONTENDED_WRITE);
      } catch (IOException e) {
        context.tally().addFailure(Tally.Event.WRITE_FAILED, "change of a contended row", e);
      }
    }
  }

  private static void send(Table table, byte[] row, IndexChanges changes, RandomGenerator random)
      throws IOException {
    String column = changes.column();
    byte[] qualifier = IndexMutations.qualifier(column);
    int dice = random.nextInt(10);
    if (dice == 0) {
      table.delete(new Delete(row).addColumns(IndexMutations.FAMILY, qualifier));
    } else if (dice == 1) {
      table.delete(new Delete(row).addColumn(IndexMutations.FAMILY, qualifier));
    } else if (dice == 2) {
      table.increment(
          new Increment(row)
              .addColumn(
                  IndexMutations.FAMILY,
                  IndexMutations.qualifier(CheckedIndex.COUNT.column()),
                  random.nextInt(-2, 3)));
    } else if (dice == 3) {
      table.append(
          new Append(row)
              .addColumn(
                  IndexMutations.FAMILY,
                  IndexMutations.qualifier(CheckedIndex.TAGS.column()),
                  IndexMutations.value(CheckedIndex.TAGS.column(), "x")));
    } else {
      table.put(
          new Put(row)
              .addColumn(
                  IndexMutations.FAMILY,
                  qualifier,
                  IndexMutations.value(column, changes.value(column))));
    }
  }
}
