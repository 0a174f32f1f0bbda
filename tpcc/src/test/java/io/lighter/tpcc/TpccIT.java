// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.tpcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.lighter.tpcc.check.CheckReport;
import io.lighter.tpcc.check.Condition;
import io.lighter.tpcc.check.ConsistencyChecker;
import io.lighter.tpcc.generate.Loader;
import io.lighter.tpcc.run.RunReport;
import io.lighter.tpcc.run.RunSettings;
import io.lighter.tpcc.run.Runner;
import io.lighter.tpcc.schema.Columns;
import io.lighter.tpcc.schema.Database;
import io.lighter.tpcc.schema.DatabaseException;
import io.lighter.tpcc.schema.DatabaseStore;
import io.lighter.tpcc.schema.Keys;
import io.lighter.tpcc.schema.Scale;
import io.lighter.tpcc.schema.TableNames;
import io.lighter.tpcc.schema.TpccTable;
import io.lighter.tpcc.transaction.TpccClient;
import io.lighter.tpcc.transaction.TransactionType;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.BufferedMutatorParams;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Loads, runs and checks a database of reduced scale on a real HBase. */
@Timeout(600)
class TpccIT {
  private static final HBaseTestingUtility HBASE = new HBaseTestingUtility();
  private static final Scale SCALE = Scale.REDUCED;

  @TempDir private Path folder;

  @BeforeAll
  static void startHBase() throws Exception {
    MiniCluster.start(HBASE);
  }

  @AfterAll
  static void stopHBase() throws Exception {
    HBASE.shutdownMiniCluster();
  }

  @Test
  void loadStoresAllRowsAndSingleThreadedRunKeepsAllConditions() throws IOException {
    TableNames names = new TableNames("single_");
    assertThat(load(names, 2, SCALE)).isTrue();

    long customers = 2L * SCALE.districts() * SCALE.customers();
    Map<TpccTable, Long> rows = rows(names);
    assertThat(rows)
        .containsEntry(TpccTable.WAREHOUSE, 2L)
        .containsEntry(TpccTable.DISTRICT, 20L)
        .containsEntry(TpccTable.ITEM, 1_000L)
        .containsEntry(TpccTable.STOCK, 2_000L)
        .containsEntry(TpccTable.CUSTOMER, customers)
        .containsEntry(TpccTable.CUSTOMER_NAME, customers)
        .containsEntry(TpccTable.HISTORY, customers)
        .containsEntry(TpccTable.ORDERS, customers)
        .containsEntry(TpccTable.CUSTOMER_ORDER, customers)
        .containsEntry(TpccTable.NEW_ORDER, 2L * SCALE.districts() * SCALE.undelivered());
    assertThat(rows.get(TpccTable.ORDER_LINE)).isBetween(5 * customers, 15 * customers);
    CheckReport loaded = check(names);
    assertThat(loaded.violations()).isZero();
    assertThat(loaded.finding(Condition.DELIVERY_DATE).rows())
        .isEqualTo(rows.get(TpccTable.ORDER_LINE));

    // With this seed each type is among the first nine transactions.
    RunReport run = run(names, new RunSettings(1, Duration.ofSeconds(40), 0, 8, Optional.empty()));

    assertThat(run.firstFailure()).isEmpty();
    assertThat(run.types()).allSatisfy((type, report) -> assertThat(report.count()).isPositive());
    assertThat(run.transactions()).isGreaterThan(20);
    CheckReport checked = check(names);
    assertThat(checked.findings())
        .allSatisfy((condition, finding) -> assertThat(finding.examples()).isEmpty());
    assertThat(checked.finding(Condition.CARRIER).rows())
        .isEqualTo(customers + committedNewOrders(run));
    assertThat(rows(names).get(TpccTable.HISTORY))
        .isEqualTo(customers + run.types().get(TransactionType.PAYMENT).count());
    assertStocksAreFilledUp(names);
  }

  @Test
  void concurrentRunBreaksOnlyTheOrderOfDeliveriesAndLogsEverySecond() throws IOException {
    TableNames names = new TableNames("concurrent_");
    load(names, 2, SCALE);
    Path log = folder.resolve("run.hlog");

    RunReport run = run(names, new RunSettings(8, Duration.ofSeconds(5), 0, 12, Optional.of(log)));

    assertThat(run.firstFailure()).isEmpty();
    assertThat(run.transactions()).isPositive();
    Map<String, Long> expected =
        new HashMap<>(
            Map.of(
                "new-order", run.types().get(TransactionType.NEW_ORDER).count(),
                "payment", run.types().get(TransactionType.PAYMENT).count(),
                "order-status", run.types().get(TransactionType.ORDER_STATUS).count(),
                "delivery", run.types().get(TransactionType.DELIVERY).count(),
                "stock-level", run.types().get(TransactionType.STOCK_LEVEL).count()));
    expected.values().removeIf(count -> count == 0); // the log omits such types
    assertThat(counts(log)).isEqualTo(expected);
    CheckReport checked = check(names);
    assertThat(checked.toJson()).contains("\"violations\": " + checked.violations());
    // An order number is drawn before its row exists; a delivery in between takes the next order.
    Set<Condition> mayBreak = EnumSet.of(Condition.NEXT_ORDER, Condition.NEW_ORDERS_WITHOUT_GAP);
    for (Condition condition : EnumSet.complementOf(EnumSet.copyOf(mayBreak))) {
      assertThat(checked.finding(condition).examples()).as(condition.statement()).isEmpty();
      assertThat(checked.finding(condition).rows()).isPositive();
    }
    assertStocksAreFilledUp(names);
  }

  @Test
  void openLoopRunsAtTheRequestedRate() throws IOException {
    TableNames names = new TableNames("open_");
    load(names, 1, SCALE);

    RunReport run = run(names, new RunSettings(4, Duration.ofSeconds(3), 20, 13, Optional.empty()));

    assertThat(run.transactions()).isPositive();
    assertThat(run.transactions() + run.failed() + run.notStarted()).isEqualTo(60);
    assertThat(run.seconds()).isGreaterThan(2.9);
    assertThat(run.firstFailure()).isEmpty();
    assertThat(run.toJson()).contains("\"rate\": 20.0", "\"client_cpu_share\"", "\"tpmc\"");
  }

  @Test
  void interruptedLoadRefusesRunsAndCanBeResumed() throws IOException {
    TableNames names = new TableNames("resumed_");
    Connection failing =
        failingAtSecondWarehouse(names.of(TpccTable.ORDER_LINE), SCALE.districts());
    assertThatIOException()
        .isThrownBy(
            () ->
                new Loader(failing, names, progress -> {})
                    .load(new Loader.Request(3, SCALE, 1, 0, 1)))
        .withMessageContaining("planted");

    DatabaseStore store = new DatabaseStore(HBASE.getConnection(), names);
    assertThatExceptionOfType(DatabaseException.class)
        .isThrownBy(store::requireLoaded)
        .withMessageContaining("1 of 3 warehouses")
        .withMessageContaining("load --warehouses 3");
    assertThat(rows(names).get(TpccTable.STOCK)).isGreaterThan(1_000);

    assertThat(load(names, 3, SCALE)).isTrue();
    assertThat(store.requireLoaded().warehouses()).isEqualTo(3);
    assertThat(check(names).violations()).isZero();
    assertThat(rows(names)).containsEntry(TpccTable.STOCK, 3_000L);
    assertThat(load(names, 3, SCALE)).isFalse();
  }

  @Test
  void foreignTablesAreRefused() throws IOException {
    TableNames names = new TableNames("refused_");
    Scale tiny = new Scale(10, 1, 3, 1);
    assertThatExceptionOfType(DatabaseException.class)
        .isThrownBy(() -> new DatabaseStore(HBASE.getConnection(), names).requireLoaded())
        .withMessageContaining("refused_");

    load(names, 1, tiny);

    assertThatExceptionOfType(DatabaseException.class)
        .isThrownBy(() -> load(names, 2, tiny))
        .withMessageContaining("a database of 1 warehouses")
        .withMessageContaining("--replace");
    assertThatExceptionOfType(DatabaseException.class)
        .isThrownBy(() -> load(names, 1, SCALE))
        .withMessageContaining("10 items");

    HBASE.deleteTable(names.of(TpccTable.STOCK));
    DatabaseStore store = new DatabaseStore(HBASE.getConnection(), names);
    assertThatExceptionOfType(DatabaseException.class)
        .isThrownBy(() -> load(names, 1, tiny))
        .withMessageContaining("refused_stock is not there")
        .withMessageContaining("--replace");
    assertThatExceptionOfType(DatabaseException.class)
        .isThrownBy(store::requireLoaded)
        .withMessageContaining("refused_stock is not there");

    HBASE.truncateTable(names.of(TpccTable.META)).close();
    assertThatExceptionOfType(DatabaseException.class)
        .isThrownBy(() -> load(names, 1, tiny))
        .withMessageContaining("refused_warehouse exists");
    HBASE.deleteTable(names.of(TpccTable.META));
    assertThatExceptionOfType(DatabaseException.class)
        .isThrownBy(() -> load(names, 1, tiny))
        .withMessageContaining("refused_warehouse exists");

    new Loader(HBASE.getConnection(), names, progress -> {}).drop();
    assertThat(load(names, 2, tiny)).isTrue();
  }

  /**
   * A connection that fails at the second warehouse: it stores all districts of the first
   * warehouse, and of the second one only the rows before {@code table}.
   */
  private static Connection failingAtSecondWarehouse(TableName table, int districts)
      throws IOException {
    Connection real = HBASE.getConnection();
    AtomicInteger writers = new AtomicInteger();
    return (Connection)
        Proxy.newProxyInstance(
            TpccIT.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("getBufferedMutator")
                  && arguments[0] instanceof BufferedMutatorParams parameters
                  && parameters.getTableName().equals(table)
                  && writers.incrementAndGet() > districts) {
                throw new IOException("planted");
              }
              try {
                return method.invoke(real, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private static boolean load(TableNames names, int warehouses, Scale scale) throws IOException {
    return new Loader(HBASE.getConnection(), names, progress -> {})
        .load(
            new Loader.Request(
                warehouses, scale, 1, 0, Math.min(2, warehouses * scale.districts())));
  }

  private static RunReport run(TableNames names, RunSettings settings) throws IOException {
    Database database = new DatabaseStore(HBASE.getConnection(), names).requireLoaded();
    try (TpccClient client = TpccClient.connect(HBASE.getConfiguration(), names)) {
      return new Runner(client, database, settings, progress -> {}).run();
    }
  }

  private static CheckReport check(TableNames names) throws IOException {
    Connection connection = HBASE.getConnection();
    Database database = new DatabaseStore(connection, names).requireLoaded();
    return new ConsistencyChecker(connection, names, database, 2, percent -> {}).run();
  }

  private static long committedNewOrders(RunReport run) {
    return run.types().get(TransactionType.NEW_ORDER).count() - run.rolledBack();
  }

  private static Map<TpccTable, Long> rows(TableNames names) throws IOException {
    Map<TpccTable, Long> rows = new EnumMap<>(TpccTable.class);
    for (TpccTable table : TpccTable.values()) {
      long count = 0;
      try (Table rowsOf = HBASE.getConnection().getTable(names.of(table));
          ResultScanner scanner = rowsOf.getScanner(new Scan())) {
        for (Result row : scanner) {
          assertThat(row.isEmpty()).isFalse();
          count++;
        }
      }
      rows.put(table, count);
    }
    return rows;
  }

  private static void assertStocksAreFilledUp(TableNames names) throws IOException {
    Scan scan =
        new Scan().withStartRow(Keys.warehouse(1)).addColumn(Columns.FAMILY, Columns.QUANTITY);
    try (Table stock = HBASE.getConnection().getTable(names.of(TpccTable.STOCK));
        ResultScanner scanner = stock.getScanner(scan)) {
      for (Result row : scanner) {
        assertThat(Bytes.toLong(row.getValue(Columns.FAMILY, Columns.QUANTITY)))
            .isBetween(10L, 100L);
      }
    }
  }

  private static Map<String, Long> counts(Path log) throws IOException {
    Map<String, Long> counts = new HashMap<>();
    HistogramLogReader reader = new HistogramLogReader(log.toFile());
    try {
      EncodableHistogram next = reader.nextIntervalHistogram();
      while (next != null) {
        counts.merge(next.getTag(), ((Histogram) next).getTotalCount(), Long::sum);
        next = reader.nextIntervalHistogram();
      }
    } finally {
      reader.close();
    }
    return counts;
  }
}
