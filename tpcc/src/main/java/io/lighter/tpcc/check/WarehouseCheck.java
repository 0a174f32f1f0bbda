// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.tpcc.check;

import io.lighter.tpcc.schema.Columns;
import io.lighter.tpcc.schema.Database;
import io.lighter.tpcc.schema.Keys;
import io.lighter.tpcc.schema.TableNames;
import io.lighter.tpcc.schema.TpccTable;
import java.io.IOException;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;

/**
 * Checks one warehouse. A lost row or cell fails the conditions that refer to it. Not thread-safe.
 */
final class WarehouseCheck {
  private final Connection connection;
  private final TableNames names;
  private final Database database;
  private final HistorySums history;
  private final Findings findings;
  private final int warehouse;

  /**
   * Creates a check.
   *
   * @param history sums of all warehouses
   */
  WarehouseCheck(
      Connection connection,
      TableNames names,
      Database database,
      HistorySums history,
      Findings findings,
      int warehouse) {
    this.connection = connection;
    this.names = names;
    this.database = database;
    this.history = history;
    this.findings = findings;
    this.warehouse = warehouse;
  }

  void run() throws IOException {
    FoundNumber ytdOfDistricts = FoundNumber.ZERO;
    for (int district = 1; district <= database.scale().districts(); district++) {
      ytdOfDistricts = ytdOfDistricts.plus(checkDistrict(district));
    }
    Result row = get(TpccTable.WAREHOUSE, Keys.warehouse(warehouse));
    FoundNumber ytd = FoundNumber.of(row, Columns.YTD);
    FoundNumber sum = ytdOfDistricts;
    findings.check(
        Condition.WAREHOUSE_YTD,
        ytd.is(sum),
        () -> "warehouse %d: W_YTD %s, sum of D_YTD %s".formatted(warehouse, ytd, sum));
    long paid = history.ofWarehouse(warehouse);
    findings.check(
        Condition.WAREHOUSE_HISTORY,
        ytd.is(paid),
        () -> "warehouse %d: W_YTD %s, sum of H_AMOUNT %d".formatted(warehouse, ytd, paid));
  }

  /** Returns D_YTD. */
  private FoundNumber checkDistrict(int district) throws IOException {
    String name = "warehouse %d, district %d".formatted(warehouse, district);
    byte[] key = Keys.district(warehouse, district);
    DistrictOrders orders = new DistrictOrders(findings, name, database.scale().customers());
    try (RowCursor orderRows = cursor(TpccTable.ORDERS, key);
        RowCursor newOrderRows = cursor(TpccTable.NEW_ORDER, key);
        RowCursor lineRows = cursor(TpccTable.ORDER_LINE, key)) {
      orders.read(orderRows, newOrderRows, lineRows);
    }
    Result row = get(TpccTable.DISTRICT, key);
    checkNumbers(name, orders, FoundNumber.of(row, Columns.NEXT_ORDER));
    FoundNumber deliveries = checkCustomers(district, name, orders);
    checkCounts(name, orders, deliveries);
    FoundNumber ytd = FoundNumber.of(row, Columns.YTD);
    long paid = history.ofDistrict(warehouse, district);
    findings.check(
        Condition.DISTRICT_HISTORY,
        ytd.is(paid),
        () -> "%s: D_YTD %s, sum of H_AMOUNT %d".formatted(name, ytd, paid));
    return ytd;
  }

  private void checkNumbers(String name, DistrictOrders orders, FoundNumber next) {
    boolean anyNew = orders.newOrders() > 0;
    findings.check(
        Condition.NEXT_ORDER,
        next.is(orders.lastOrder() + 1L) && (!anyNew || next.is(orders.lastNewOrder() + 1L)),
        () ->
            "%s: D_NEXT_O_ID is %s, the highest O_ID %d, the highest NO_O_ID %s"
                .formatted(
                    name, next, orders.lastOrder(), anyNew ? orders.lastNewOrder() : "none"));
    long range = (long) orders.lastNewOrder() - orders.firstNewOrder() + 1;
    findings.check(
        Condition.NEW_ORDERS_WITHOUT_GAP,
        !anyNew || range == orders.newOrders(),
        () ->
            "%s: %d rows in NEW-ORDER from %d to %d"
                .formatted(
                    name, orders.newOrders(), orders.firstNewOrder(), orders.lastNewOrder()));
  }

  private void checkCounts(String name, DistrictOrders orders, FoundNumber deliveries) {
    findings.check(
        Condition.LINES_OF_DISTRICT,
        orders.expectedLines() == orders.lines(),
        () ->
            "%s: sum of O_OL_CNT %d, %d order lines"
                .formatted(name, orders.expectedLines(), orders.lines()));
    int byLoad = database.scale().delivered();
    findings.check(
        Condition.DELIVERED_ORDERS,
        deliveries.is(orders.orders() - orders.newOrders() - byLoad),
        () ->
            "%s: %d orders, %d of them in NEW-ORDER, %d delivered by the load, %s by Delivery"
                .formatted(name, orders.orders(), orders.newOrders(), byLoad, deliveries));
  }

  /** Returns the sum of C_DELIVERY_CNT. */
  private FoundNumber checkCustomers(int district, String name, DistrictOrders orders)
      throws IOException {
    int last = database.scale().customers();
    FoundNumber deliveries = FoundNumber.ZERO;
    int expected = 1;
    try (RowCursor rows = cursor(TpccTable.CUSTOMER, Keys.district(warehouse, district))) {
      for (; !rows.atEnd(); rows.advance()) {
        int customer = rows.number();
        if (customer < 1 || customer > last) {
          findings.check(
              Condition.BALANCE,
              false,
              () -> "%s: customer %d of %d".formatted(name, customer, last));
          continue;
        }
        checkMissing(name, expected, customer);
        expected = customer + 1;
        checkCustomer(
            "%s, customer %d".formatted(name, customer),
            rows.row(),
            orders.delivered(customer),
            history.ofCustomer(warehouse, district, customer));
        deliveries = deliveries.plus(FoundNumber.of(rows.row(), Columns.DELIVERIES));
      }
    }
    checkMissing(name, expected, last + 1);
    return deliveries;
  }

  private void checkCustomer(String name, Result row, long delivered, long paid) {
    FoundNumber balance = FoundNumber.of(row, Columns.BALANCE);
    FoundNumber payments = FoundNumber.of(row, Columns.YTD);
    findings.check(
        Condition.BALANCE,
        balance.is(delivered - paid),
        () -> "%s: C_BALANCE %s, delivered %d, paid %d".formatted(name, balance, delivered, paid));
    findings.check(
        Condition.BALANCE_AND_PAYMENTS,
        balance.plus(payments).is(delivered),
        () ->
            "%s: C_BALANCE %s, C_YTD_PAYMENT %s, delivered %d"
                .formatted(name, balance, payments, delivered));
  }

  /** Reports missing customers, which are never deleted, as violations of their balance. */
  private void checkMissing(String name, int first, int end) {
    for (int customer = first; customer < end; customer++) {
      int missing = customer;
      findings.check(
          Condition.BALANCE, false, () -> "%s: there is no customer %d".formatted(name, missing));
    }
  }

  private RowCursor cursor(TpccTable table, byte[] prefix) throws IOException {
    return new RowCursor(connection, names, table, prefix);
  }

  /** Reads a row; empty if the row does not exist. */
  private Result get(TpccTable table, byte[] key) throws IOException {
    try (Table rows = connection.getTable(names.of(table))) {
      return rows.get(new Get(key));
    }
  }
}
