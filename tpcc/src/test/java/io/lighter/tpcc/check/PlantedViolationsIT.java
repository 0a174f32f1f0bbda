// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.tpcc.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.tpcc.MiniCluster;
import io.lighter.tpcc.generate.Loader;
import io.lighter.tpcc.schema.Columns;
import io.lighter.tpcc.schema.Database;
import io.lighter.tpcc.schema.DatabaseStore;
import io.lighter.tpcc.schema.History;
import io.lighter.tpcc.schema.Keys;
import io.lighter.tpcc.schema.Order;
import io.lighter.tpcc.schema.OrderLine;
import io.lighter.tpcc.schema.Scale;
import io.lighter.tpcc.schema.TableNames;
import io.lighter.tpcc.schema.TpccTable;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Plants one broken row for each condition, and one lost row or cell of each kind; each test
 * restores the database.
 */
@Timeout(600)
class PlantedViolationsIT {
  private static final HBaseTestingUtility HBASE = new HBaseTestingUtility();
  private static final TableNames NAMES = new TableNames("planted_");

  /** Orders 9 to 12 of each district are undelivered. */
  private static final Scale SCALE = new Scale(20, 2, 12, 4);

  private static final int W = 2;
  private static final int D = 2;
  private static final int C = 5;
  private static final int DELIVERED = 3;
  private static final int UNDELIVERED = 10;

  @BeforeAll
  static void load() throws Exception {
    MiniCluster.start(HBASE);
    new Loader(HBASE.getConnection(), NAMES, progress -> {})
        .load(new Loader.Request(2, SCALE, 1, 0, 2));
    assertThat(broken(check())).isEmpty();
  }

  @AfterAll
  static void stopHBase() throws Exception {
    HBASE.shutdownMiniCluster();
  }

  @Test
  void warehouseYtd() throws IOException {
    assertAddedBreaks(
        TpccTable.WAREHOUSE,
        Keys.warehouse(W),
        Columns.YTD,
        Condition.WAREHOUSE_YTD,
        Condition.WAREHOUSE_HISTORY);
  }

  @Test
  void nextOrder() throws IOException {
    assertAddedBreaks(
        TpccTable.DISTRICT, Keys.district(W, D), Columns.NEXT_ORDER, Condition.NEXT_ORDER);
  }

  @Test
  void missingNewOrder() throws IOException {
    assertDeletedBreaks(
        TpccTable.NEW_ORDER,
        Keys.order(W, D, UNDELIVERED),
        Condition.NEW_ORDERS_WITHOUT_GAP,
        Condition.CARRIER,
        Condition.DELIVERED_ORDERS);
  }

  @Test
  void missingOrderLine() throws IOException {
    assertDeletedBreaks(
        TpccTable.ORDER_LINE,
        Keys.orderLine(W, D, UNDELIVERED, 3),
        Condition.LINES_OF_DISTRICT,
        Condition.LINES_OF_ORDER);
  }

  @Test
  void surplusOrderLine() throws IOException {
    OrderLine line = new OrderLine(1, W, 1, 100, "x".repeat(24));
    assertPutBreaks(
        TpccTable.ORDER_LINE,
        new Put(Keys.orderLine(W, D, UNDELIVERED, 16))
            .addColumn(Columns.FAMILY, Columns.PACKED, line.pack()),
        Condition.LINES_OF_DISTRICT,
        Condition.LINES_OF_ORDER);
  }

  @Test
  void carrierOfAnUndeliveredOrder() throws IOException {
    assertPutBreaks(
        TpccTable.ORDERS,
        new Put(Keys.order(W, D, UNDELIVERED))
            .addColumn(Columns.FAMILY, Columns.CARRIER, Bytes.toBytes(1L)),
        Condition.CARRIER,
        Condition.DELIVERY_DATE);
  }

  @Test
  void deliveryDateOfALineOfAnUndeliveredOrder() throws IOException {
    assertPutBreaks(
        TpccTable.ORDER_LINE,
        new Put(Keys.orderLine(W, D, UNDELIVERED, 1))
            .addColumn(Columns.FAMILY, Columns.DELIVERY_DATE, Bytes.toBytes(1L)),
        Condition.DELIVERY_DATE,
        Condition.BALANCE,
        Condition.BALANCE_AND_PAYMENTS);
  }

  @Test
  void unbookedPayment() throws IOException {
    History history = new History(1, 1, C, 0, 1, "planted");
    assertPutBreaks(
        TpccTable.HISTORY,
        new Put(Keys.history(W, D, 1, 1)).addColumn(Columns.FAMILY, Columns.PACKED, history.pack()),
        Condition.WAREHOUSE_HISTORY,
        Condition.DISTRICT_HISTORY,
        Condition.BALANCE);
  }

  @Test
  void districtYtd() throws IOException {
    assertAddedBreaks(
        TpccTable.DISTRICT,
        Keys.district(W, D),
        Columns.YTD,
        Condition.WAREHOUSE_YTD,
        Condition.DISTRICT_HISTORY);
  }

  @Test
  void balance() throws IOException {
    assertAddedBreaks(
        TpccTable.CUSTOMER,
        Keys.customer(W, D, C),
        Columns.BALANCE,
        Condition.BALANCE,
        Condition.BALANCE_AND_PAYMENTS);
  }

  @Test
  void missingCustomer() throws IOException {
    // No other test changes this row, so all of its cells have one timestamp.
    assertDeletedBreaks(TpccTable.CUSTOMER, Keys.customer(W, D, C + 1), Condition.BALANCE);
  }

  @Test
  void missingLastCustomer() throws IOException {
    assertDeletedBreaks(
        TpccTable.CUSTOMER, Keys.customer(W, D, SCALE.customers()), Condition.BALANCE);
  }

  @Test
  void deliveryCount() throws IOException {
    assertAddedBreaks(
        TpccTable.CUSTOMER, Keys.customer(W, D, C), Columns.DELIVERIES, Condition.DELIVERED_ORDERS);
  }

  @Test
  void yearToDatePayments() throws IOException {
    assertAddedBreaks(
        TpccTable.CUSTOMER, Keys.customer(W, D, C), Columns.YTD, Condition.BALANCE_AND_PAYMENTS);
  }

  @Test
  void orderWithoutARow() throws IOException {
    assertPutBreaks(
        TpccTable.NEW_ORDER,
        new Put(Keys.order(W, D, 13))
            .addColumn(Columns.FAMILY, Columns.PACKED, Columns.undelivered()),
        Condition.NEXT_ORDER,
        Condition.CARRIER,
        Condition.DELIVERED_ORDERS);
  }

  @Test
  void lostWarehouse() throws IOException {
    assertDeletedBreaks(
        TpccTable.WAREHOUSE,
        Keys.warehouse(1),
        Condition.WAREHOUSE_YTD,
        Condition.WAREHOUSE_HISTORY);
  }

  @Test
  void lostDistrict() throws IOException {
    assertDeletedBreaks(
        TpccTable.DISTRICT,
        Keys.district(1, 1),
        Condition.WAREHOUSE_YTD,
        Condition.NEXT_ORDER,
        Condition.DISTRICT_HISTORY);
  }

  @Test
  void lostNumbersOfAWarehouseOrADistrict() throws IOException {
    assertLostBreaks(
        TpccTable.WAREHOUSE,
        Keys.warehouse(W),
        Columns.YTD,
        Condition.WAREHOUSE_YTD,
        Condition.WAREHOUSE_HISTORY);
    assertLostBreaks(
        TpccTable.DISTRICT,
        Keys.district(W, D),
        Columns.YTD,
        Condition.WAREHOUSE_YTD,
        Condition.DISTRICT_HISTORY);
    assertLostBreaks(
        TpccTable.DISTRICT, Keys.district(W, D), Columns.NEXT_ORDER, Condition.NEXT_ORDER);
  }

  @Test
  void lostNumbersOfACustomer() throws IOException {
    assertLostBreaks(
        TpccTable.CUSTOMER,
        Keys.customer(W, D, C),
        Columns.BALANCE,
        Condition.BALANCE,
        Condition.BALANCE_AND_PAYMENTS);
    assertLostBreaks(
        TpccTable.CUSTOMER, Keys.customer(W, D, C), Columns.YTD, Condition.BALANCE_AND_PAYMENTS);
    // The number was 0, so no sum can reveal the loss.
    assertLostBreaks(
        TpccTable.CUSTOMER, Keys.customer(W, D, C), Columns.DELIVERIES, Condition.DELIVERED_ORDERS);
  }

  @Test
  void orderWithoutContent() throws IOException {
    assertLostBreaks(
        TpccTable.ORDERS,
        Keys.order(W, D, DELIVERED),
        Columns.PACKED,
        Condition.LINES_OF_DISTRICT,
        Condition.DELIVERY_DATE,
        Condition.DELIVERED_ORDERS);
  }

  @Test
  void orderLineWithoutContent() throws IOException {
    assertLostBreaks(
        TpccTable.ORDER_LINE,
        Keys.orderLine(W, D, DELIVERED, 2),
        Columns.PACKED,
        Condition.LINES_OF_DISTRICT,
        Condition.LINES_OF_ORDER);
  }

  @Test
  void lostPayment() throws IOException {
    byte[] payment;
    try (Table rows = table(TpccTable.HISTORY);
        ResultScanner scanner =
            rows.getScanner(new Scan().setStartStopRowForPrefixScan(Keys.district(W, D)))) {
      payment = scanner.next().getRow();
    }
    assertDeletedBreaks(
        TpccTable.HISTORY,
        payment,
        Condition.WAREHOUSE_HISTORY,
        Condition.DISTRICT_HISTORY,
        Condition.BALANCE);
  }

  @Test
  void orderOfAMissingCustomer() throws IOException {
    byte[] key = Keys.order(W, D, UNDELIVERED);
    try (Table rows = table(TpccTable.ORDERS)) {
      byte[] before = value(rows.get(new Get(key)), Columns.PACKED);
      Order order = Order.unpack(before);
      Order stray =
          new Order(SCALE.customers() + 1, order.entryMillis(), order.lines(), order.allLocal());
      rows.put(new Put(key).addColumn(Columns.FAMILY, Columns.PACKED, stray.pack()));
      CheckReport report = check();
      rows.put(new Put(key).addColumn(Columns.FAMILY, Columns.PACKED, before));
      assertBroken(report, Condition.BALANCE);
    }
  }

  private static void assertAddedBreaks(
      TpccTable table, byte[] key, byte[] qualifier, Condition... conditions) throws IOException {
    try (Table rows = table(table)) {
      rows.increment(new Increment(key).addColumn(Columns.FAMILY, qualifier, 1));
      CheckReport report = check();
      rows.increment(new Increment(key).addColumn(Columns.FAMILY, qualifier, -1));
      assertBroken(report, conditions);
    }
  }

  private static void assertPutBreaks(TpccTable table, Put put, Condition... conditions)
      throws IOException {
    try (Table rows = table(table)) {
      rows.put(put);
      CheckReport report = check();
      Delete delete = new Delete(put.getRow());
      for (List<Cell> cells : put.getFamilyCellMap().values()) {
        for (Cell cell : cells) {
          delete.addColumns(Columns.FAMILY, qualifier(cell));
        }
      }
      rows.delete(delete);
      assertBroken(report, conditions);
    }
  }

  private static void assertDeletedBreaks(TpccTable table, byte[] key, Condition... conditions)
      throws IOException {
    try (Table rows = table(table)) {
      Result before = rows.get(new Get(key));
      // The restored row must be newer than the delete.
      rows.delete(new Delete(key, before.rawCells()[0].getTimestamp()));
      CheckReport report = check();
      Put put = new Put(key);
      before
          .getFamilyMap(Columns.FAMILY)
          .forEach((qualifier, value) -> put.addColumn(Columns.FAMILY, qualifier, value));
      rows.put(put);
      assertBroken(report, conditions);
    }
  }

  /** Deletes one cell of the row. */
  private static void assertLostBreaks(
      TpccTable table, byte[] key, byte[] qualifier, Condition... conditions) throws IOException {
    try (Table rows = table(table)) {
      Result before = rows.get(new Get(key));
      Cell cell = before.getColumnLatestCell(Columns.FAMILY, qualifier);
      // The restored cell must be newer than the delete.
      rows.delete(new Delete(key).addColumns(Columns.FAMILY, qualifier, cell.getTimestamp()));
      CheckReport report = check();
      rows.put(new Put(key).addColumn(Columns.FAMILY, qualifier, value(before, qualifier)));
      assertBroken(report, conditions);
    }
  }

  private static byte[] value(Result row, byte[] qualifier) {
    return row.getValue(Columns.FAMILY, qualifier);
  }

  private static byte[] qualifier(Cell cell) {
    return CellUtil.cloneQualifier(cell);
  }

  private static void assertBroken(CheckReport report, Condition... conditions) throws IOException {
    assertThat(broken(report)).containsExactlyInAnyOrder(conditions);
    for (Condition condition : conditions) {
      assertThat(report.finding(condition).examples()).isNotEmpty();
    }
    assertThat(broken(check())).isEmpty();
  }

  private static Set<Condition> broken(CheckReport report) {
    return EnumSet.allOf(Condition.class).stream()
        .filter(condition -> report.finding(condition).violations() > 0)
        .collect(Collectors.toSet());
  }

  private static CheckReport check() throws IOException {
    Connection connection = HBASE.getConnection();
    Database database = new DatabaseStore(connection, NAMES).requireLoaded();
    return new ConsistencyChecker(connection, NAMES, database, 2, percent -> {}).run();
  }

  private static Table table(TpccTable table) throws IOException {
    return HBASE.getConnection().getTable(NAMES.of(table));
  }
}
