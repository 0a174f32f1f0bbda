package io.lighter.benchmarks.experiment.tpcc;

import io.lighter.benchmarks.demo.CacheFiller;
import io.lighter.benchmarks.demo.Progress;
import io.lighter.benchmarks.experiment.DataSet;
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
 * Clones of a whole database, one at a time: its transactions write to most of its tables. Used by
 * one thread.
 */
final class ClonedDatabase {
  static final TableNames NAMES = new TableNames("trial_");

  /**
   * By the part of its blocks that transactions read: of orders the last ones, of customers, stock
   * and items any. Nobody reads {@code history}.
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
   * Of snapshots that are there.
   *
   * @param snapshots by table
   */
  ClonedDatabase(Connection connection, Function<TpccTable, String> snapshots, Progress progress) {
    this.connection = connection;
    this.progress = progress;
    for (TpccTable table : TpccTable.values()) {
      clones.put(table, new TableClone(connection, snapshots.apply(table), NAMES.of(table)));
    }
  }

  /** Clones in which one table is set up by the strategy; the others are HBase's own. */
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
        fillCache(table);
        return NAMES.of(table);
      }

      /**
       * Stock-Level reads the last orders of a district, of which there are new ones each minute.
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
   * The cache is smaller than the database, and what is read first is evicted first: what hardly
   * anybody reads comes first, and what matters last.
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
