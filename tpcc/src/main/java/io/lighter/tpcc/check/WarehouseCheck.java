package io.lighter.tpcc.check;

import io.lighter.tpcc.schema.Columns;
import io.lighter.tpcc.schema.Database;
import io.lighter.tpcc.schema.DatabaseException;
import io.lighter.tpcc.schema.Keys;
import io.lighter.tpcc.schema.TableNames;
import io.lighter.tpcc.schema.TpccTable;
import java.io.IOException;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/** Checks one warehouse. Not thread-safe. */
final class WarehouseCheck {
  private final Connection connection;
  private final TableNames names;
  private final Database database;
  private final HistorySums history;
  private final Findings findings;
  private final int warehouse;

  /**
   * @param history of all warehouses
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
    long ytdOfDistricts = 0;
    for (int district = 1; district <= database.scale().districts(); district++) {
      ytdOfDistricts += checkDistrict(district);
    }
    long ytd = number(get(TpccTable.WAREHOUSE, Keys.warehouse(warehouse)), Columns.YTD);
    long sum = ytdOfDistricts;
    findings.check(
        Condition.WAREHOUSE_YTD,
        ytd == sum,
        () -> "warehouse %d: W_YTD %d, sum of D_YTD %d".formatted(warehouse, ytd, sum));
    long paid = history.ofWarehouse(warehouse);
    findings.check(
        Condition.WAREHOUSE_HISTORY,
        ytd == paid,
        () -> "warehouse %d: W_YTD %d, sum of H_AMOUNT %d".formatted(warehouse, ytd, paid));
  }

  /** Returns D_YTD. */
  private long checkDistrict(int district) throws IOException {
    String name = "warehouse %d, district %d".formatted(warehouse, district);
    byte[] key = Keys.district(warehouse, district);
    DistrictOrders orders = new DistrictOrders(findings, name, database.scale().customers());
    try (RowCursor orderRows = cursor(TpccTable.ORDERS, key);
        RowCursor newOrderRows = cursor(TpccTable.NEW_ORDER, key);
        RowCursor lineRows = cursor(TpccTable.ORDER_LINE, key)) {
      orders.read(orderRows, newOrderRows, lineRows);
    }
    Result row = get(TpccTable.DISTRICT, key);
    checkNumbers(name, orders, number(row, Columns.NEXT_ORDER) - 1);
    long deliveries = checkCustomers(district, name, orders);
    checkCounts(name, orders, deliveries);
    long ytd = number(row, Columns.YTD);
    long paid = history.ofDistrict(warehouse, district);
    findings.check(
        Condition.DISTRICT_HISTORY,
        ytd == paid,
        () -> "%s: D_YTD %d, sum of H_AMOUNT %d".formatted(name, ytd, paid));
    return ytd;
  }

  private void checkNumbers(String name, DistrictOrders orders, long last) {
    boolean anyNew = orders.newOrders() > 0;
    findings.check(
        Condition.NEXT_ORDER,
        last == orders.lastOrder() && (!anyNew || last == orders.lastNewOrder()),
        () ->
            "%s: D_NEXT_O_ID - 1 is %d, the highest O_ID %d, the highest NO_O_ID %s"
                .formatted(
                    name, last, orders.lastOrder(), anyNew ? orders.lastNewOrder() : "none"));
    long range = (long) orders.lastNewOrder() - orders.firstNewOrder() + 1;
    findings.check(
        Condition.NEW_ORDERS_WITHOUT_GAP,
        !anyNew || range == orders.newOrders(),
        () ->
            "%s: %d rows in NEW-ORDER from %d to %d"
                .formatted(
                    name, orders.newOrders(), orders.firstNewOrder(), orders.lastNewOrder()));
  }

  private void checkCounts(String name, DistrictOrders orders, long deliveries) {
    findings.check(
        Condition.LINES_OF_DISTRICT,
        orders.expectedLines() == orders.lines(),
        () ->
            "%s: sum of O_OL_CNT %d, %d order lines"
                .formatted(name, orders.expectedLines(), orders.lines()));
    long delivered = database.scale().delivered() + deliveries;
    findings.check(
        Condition.DELIVERED_ORDERS,
        orders.orders() - orders.newOrders() == delivered,
        () ->
            "%s: %d orders, %d of them in NEW-ORDER, %d delivered"
                .formatted(name, orders.orders(), orders.newOrders(), delivered));
  }

  /** Returns the sum of C_DELIVERY_CNT. */
  private long checkCustomers(int district, String name, DistrictOrders orders) throws IOException {
    long deliveries = 0;
    int expected = 1;
    byte[] prefix = Keys.district(warehouse, district);
    try (RowCursor rows = cursor(TpccTable.CUSTOMER, prefix)) {
      for (; !rows.atEnd(); rows.advance()) {
        int customer = rows.number();
        checkMissing(name, expected, customer);
        expected = customer + 1;
        long balance = number(rows.row(), Columns.BALANCE);
        long payments = number(rows.row(), Columns.YTD);
        long delivered = orders.delivered(customer);
        long paid = history.ofCustomer(warehouse, district, customer);
        deliveries += number(rows.row(), Columns.DELIVERIES);
        findings.check(
            Condition.BALANCE,
            balance == delivered - paid,
            () ->
                "%s, customer %d: C_BALANCE %d, delivered %d, paid %d"
                    .formatted(name, customer, balance, delivered, paid));
        findings.check(
            Condition.BALANCE_AND_PAYMENTS,
            balance + payments == delivered,
            () ->
                "%s, customer %d: C_BALANCE %d, C_YTD_PAYMENT %d, delivered %d"
                    .formatted(name, customer, balance, payments, delivered));
      }
    }
    checkMissing(name, expected, database.scale().customers() + 1);
    return deliveries;
  }

  /** Customers are never deleted: one that is not there has lost its balance. */
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

  private Result get(TpccTable table, byte[] key) throws IOException {
    try (Table rows = connection.getTable(names.of(table))) {
      Result row = rows.get(new Get(key));
      if (row.isEmpty()) {
        throw new DatabaseException(
            "table %s has no row %s".formatted(names.of(table), Bytes.toStringBinary(key)));
      }
      return row;
    }
  }

  private static long number(Result row, byte[] qualifier) {
    return Bytes.toLong(row.getValue(Columns.FAMILY, qualifier));
  }
}
