// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.tpcc;

import io.lighter.benchmarks.demo.CacheFiller;
import io.lighter.benchmarks.demo.Progress;
import io.lighter.benchmarks.experiment.DataSet;
import io.lighter.benchmarks.experiment.RegionSpread;
import io.lighter.benchmarks.experiment.Strategy;
import io.lighter.benchmarks.experiment.TableClone;
import io.lighter.tpcc.schema.TableNames;
import io.lighter.tpcc.schema.TpccTable;
import java.io.IOException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;

/**
 * Clones of a whole database, one at a time, because transactions write to most tables. Confined to
 * one thread.
 */
final class ClonedDatabase {
  static final TableNames NAMES = new TableNames("trial_");

  /**
   * Tables by the fraction of blocks that transactions read: the last orders, any customers, stock
   * and items, no {@code history}.
   */
  private static final List<TpccTable> COLDEST_FIRST =
      List.of(
          TpccTable.ORDER_LINE,
          TpccTable.ORDERS,
          TpccTable.CUSTOMER_ORDER,
          TpccTable.NEW_ORDER,
          TpccTable.CUSTOMER_NAME,
          TpccTable.CUSTOMER,
          TpccTable.STOCK,
          TpccTable.ITEM,
          TpccTable.DISTRICT,
          TpccTable.WAREHOUSE,
          TpccTable.META);

  private final Connection connection;
  private final Map<TpccTable, TableClone> clones = new EnumMap<>(TpccTable.class);
  private final Progress progress;

  /**
   * Creates clones of existing snapshots.
   *
   * @param snapshots names by table
   */
  ClonedDatabase(Connection connection, Function<TpccTable, String> snapshots, Progress progress) {
    this.connection = connection;
    this.progress = progress;
    for (TpccTable table : TpccTable.values()) {
      clones.put(table, new TableClone(connection, snapshots.apply(table), NAMES.of(table)));
    }
  }

  /** Clones in which the strategy configures one table, and HBase's settings the others. */
  DataSet compacting(TpccTable table) {
    return new DataSet() {
      @Override
      public TableName prepare(Strategy strategy) throws IOException {
        TpccDatabase.forEachTable(
            each ->
                clones
                    .get(each)
                    .create(each == table ? strategy::configure : UnaryOperator.identity()));
        new RegionSpread(connection)
            .apply(Arrays.stream(TpccTable.values()).map(NAMES::of).toList());
        refill();
        return NAMES.of(table);
      }

      @Override
      public void refill() throws IOException {
        fillCache(table);
      }

      /**
       * Flushes all tables, because Stock-Level reads a district's last orders, with new ones each
       * minute.
       */
      @Override
      public void flush() throws IOException {
        progress.detail("flush");
        TpccDatabase.flush(connection, NAMES);
      }

      @Override
      public void discard() throws IOException {
        TpccDatabase.forEachTable(each -> clones.get(each).drop());
      }
    };
  }

  /**
   * Reads the tables into a cache smaller than the database. The first ones read are evicted first,
   * so rarely read tables come first, and {@code last} last.
   */
  private void fillCache(TpccTable last) throws IOException {
    for (TpccTable table : COLDEST_FIRST) {
      if (table != last) {
        fill(table);
      }
    }
    fill(last);
  }

  private void fill(TpccTable table) throws IOException {
    new CacheFiller(connection, NAMES.of(table), progress).fill();
  }
}
