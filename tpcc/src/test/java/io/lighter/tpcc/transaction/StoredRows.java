// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.tpcc.transaction;

import io.lighter.tpcc.schema.Columns;
import io.lighter.tpcc.schema.Customer;
import io.lighter.tpcc.schema.Item;
import io.lighter.tpcc.schema.Keys;
import io.lighter.tpcc.schema.Order;
import io.lighter.tpcc.schema.OrderLine;
import io.lighter.tpcc.schema.Site;
import io.lighter.tpcc.schema.Stock;
import io.lighter.tpcc.schema.TableNames;
import io.lighter.tpcc.schema.TpccTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/** Reads and writes a database's rows directly, without the tested client. */
final class StoredRows {
  private final Connection connection;
  private final TableNames names;

  StoredRows(Connection connection, TableNames names) {
    this.connection = connection;
    this.names = names;
  }

  /**
   * The mutable part of a customer.
   *
   * @param balance in cents
   * @param paid C_YTD_PAYMENT, in cents
   */
  record Account(long balance, long paid, long payments, long deliveries, String data) {}

  /** The mutable part of a stock row. */
  record InStock(long quantity, long ytd, long orders, long remoteOrders) {}

  Result row(TpccTable table, byte[] key) throws IOException {
    try (Table rows = table(table)) {
      return rows.get(new Get(key));
    }
  }

  /** The rows from {@code start} to {@code stop} (exclusive), in order. */
  List<Result> rows(TpccTable table, byte[] start, byte[] stop) throws IOException {
    List<Result> found = new ArrayList<>();
    try (Table rows = table(table);
        ResultScanner scanner = rows.getScanner(new Scan().withStartRow(start).withStopRow(stop))) {
      for (Result row : scanner) {
        found.add(row);
      }
    }
    return found;
  }

  /** The rows of a district, in a table with districts in its key. */
  List<Result> district(TpccTable table, int warehouse, int district) throws IOException {
    return rows(table, Keys.district(warehouse, district), Keys.district(warehouse, district + 1));
  }

  /** The lines of an order. */
  List<Result> lines(int warehouse, int district, int order) throws IOException {
    return rows(
        TpccTable.ORDER_LINE,
        Keys.order(warehouse, district, order),
        Keys.order(warehouse, district, order + 1));
  }

  long number(TpccTable table, byte[] key, byte[] qualifier) throws IOException {
    return number(row(table, key), qualifier);
  }

  /** The row of a warehouse or a district. */
  Site site(TpccTable table, byte[] key) throws IOException {
    return Site.unpack(packed(row(table, key)));
  }

  Customer customer(int warehouse, int district, int number) throws IOException {
    return Customer.unpack(
        packed(row(TpccTable.CUSTOMER, Keys.customer(warehouse, district, number))));
  }

  Account account(int warehouse, int district, int customer) throws IOException {
    Result row = row(TpccTable.CUSTOMER, Keys.customer(warehouse, district, customer));
    return new Account(
        number(row, Columns.BALANCE),
        number(row, Columns.YTD),
        number(row, Columns.PAYMENTS),
        number(row, Columns.DELIVERIES),
        Bytes.toString(row.getValue(Columns.FAMILY, Columns.CUSTOMER_DATA)));
  }

  /** C_PAYMENT_CNT of all customers, by customer number. */
  List<Long> payments(int warehouse, int district) throws IOException {
    return district(TpccTable.CUSTOMER, warehouse, district).stream()
        .map(row -> number(row, Columns.PAYMENTS))
        .toList();
  }

  /** The first customer with this credit. */
  int customerWith(String credit, int warehouse, int district) throws IOException {
    return district(TpccTable.CUSTOMER, warehouse, district).stream()
        .filter(row -> Customer.unpack(packed(row)).credit().equals(credit))
        .mapToInt(row -> Keys.numberOf(row.getRow()))
        .findFirst()
        .orElseThrow();
  }

  /** The number of the customer's last order. */
  int lastOrder(int warehouse, int district, int customer) throws IOException {
    return district(TpccTable.ORDERS, warehouse, district).stream()
        .filter(row -> Order.unpack(packed(row)).customer() == customer)
        .mapToInt(row -> Keys.numberOf(row.getRow()))
        .max()
        .orElseThrow();
  }

  int customerOf(int warehouse, int district, int order) throws IOException {
    Result row = row(TpccTable.ORDERS, Keys.order(warehouse, district, order));
    return Order.unpack(packed(row)).customer();
  }

  /** Numbers of undelivered orders, oldest first. */
  List<Integer> newOrders(int warehouse, int district) throws IOException {
    return district(TpccTable.NEW_ORDER, warehouse, district).stream()
        .map(row -> Keys.numberOf(row.getRow()))
        .toList();
  }

  long nextOrder(int warehouse, int district) throws IOException {
    return number(TpccTable.DISTRICT, Keys.district(warehouse, district), Columns.NEXT_ORDER);
  }

  /** Items from 1 to {@code last} that are in no order of the district. */
  List<Integer> itemsWithoutOrder(int warehouse, int district, int last) throws IOException {
    Set<Integer> ordered = new HashSet<>();
    for (OrderLine line : unpacked(district(TpccTable.ORDER_LINE, warehouse, district))) {
      ordered.add(line.item());
    }
    return IntStream.rangeClosed(1, last).boxed().filter(item -> !ordered.contains(item)).toList();
  }

  InStock inStock(int warehouse, int item) throws IOException {
    Result row = row(TpccTable.STOCK, Keys.stock(warehouse, item));
    return new InStock(
        number(row, Columns.QUANTITY),
        number(row, Columns.YTD),
        number(row, Columns.ORDERS),
        number(row, Columns.REMOTE_ORDERS));
  }

  void putInStock(int warehouse, int item, InStock stock) throws IOException {
    byte[] key = Keys.stock(warehouse, item);
    put(TpccTable.STOCK, key, Columns.QUANTITY, Bytes.toBytes(stock.quantity()));
    put(TpccTable.STOCK, key, Columns.YTD, Bytes.toBytes(stock.ytd()));
    put(TpccTable.STOCK, key, Columns.ORDERS, Bytes.toBytes(stock.orders()));
    put(TpccTable.STOCK, key, Columns.REMOTE_ORDERS, Bytes.toBytes(stock.remoteOrders()));
  }

  void put(TpccTable table, byte[] key, byte[] qualifier, byte[] value) throws IOException {
    try (Table rows = table(table)) {
      rows.put(new Put(key).addColumn(Columns.FAMILY, qualifier, value));
    }
  }

  /** Renames a customer, including the index. */
  void rename(int warehouse, int district, int number, String first, String last)
      throws IOException {
    Customer old = customer(warehouse, district, number);
    Customer renamed =
        new Customer(
            first,
            old.middle(),
            last,
            old.address(),
            old.phone(),
            old.sinceMillis(),
            old.credit(),
            old.creditLimit(),
            old.discount());
    put(
        TpccTable.CUSTOMER,
        Keys.customer(warehouse, district, number),
        Columns.PACKED,
        renamed.pack());
    delete(
        TpccTable.CUSTOMER_NAME,
        Keys.customerName(warehouse, district, old.last(), old.first(), number));
    put(
        TpccTable.CUSTOMER_NAME,
        Keys.customerName(warehouse, district, last, first, number),
        Columns.PACKED,
        new byte[0]);
  }

  void putQuantity(int warehouse, int item, long quantity) throws IOException {
    put(TpccTable.STOCK, Keys.stock(warehouse, item), Columns.QUANTITY, Bytes.toBytes(quantity));
  }

  /** Sets or clears an item's original mark. */
  void putOriginal(int item, boolean original) throws IOException {
    byte[] key = Keys.item(item);
    Item old = Item.unpack(packed(row(TpccTable.ITEM, key)));
    Item changed = new Item(old.image(), old.name(), old.price(), data(original));
    put(TpccTable.ITEM, key, Columns.PACKED, changed.pack());
  }

  /** Sets or clears the original mark of an item's stock. */
  void putOriginal(int warehouse, int item, boolean original) throws IOException {
    byte[] key = Keys.stock(warehouse, item);
    Stock old = Stock.unpack(packed(row(TpccTable.STOCK, key)));
    put(TpccTable.STOCK, key, Columns.PACKED, new Stock(old.districtInfo(), data(original)).pack());
  }

  private static String data(boolean original) {
    return "planted " + (original ? "ORIGINAL" : "ORIGNAL") + " for a test";
  }

  /** Adds a line to an order. */
  void putLine(int warehouse, int district, int order, int number, int item, int supplyWarehouse)
      throws IOException {
    OrderLine line = new OrderLine(item, supplyWarehouse, 1, 100, "x".repeat(24));
    put(
        TpccTable.ORDER_LINE,
        Keys.orderLine(warehouse, district, order, number),
        Columns.PACKED,
        line.pack());
  }

  /** Deletes all new orders of a district. */
  void deleteNewOrders(int warehouse, int district) throws IOException {
    for (Result row : district(TpccTable.NEW_ORDER, warehouse, district)) {
      delete(TpccTable.NEW_ORDER, row.getRow());
    }
  }

  /** All cells of all tables. */
  Map<TpccTable, List<String>> everything() throws IOException {
    Map<TpccTable, List<String>> everything = new EnumMap<>(TpccTable.class);
    for (TpccTable table : TpccTable.values()) {
      everything.put(
          table, cells(rows(table, HConstants.EMPTY_START_ROW, HConstants.EMPTY_END_ROW)));
    }
    return everything;
  }

  /** All cells with timestamps, so that rewritten cells differ. */
  static List<String> cells(List<Result> rows) {
    List<String> cells = new ArrayList<>();
    for (Result row : rows) {
      for (Cell cell : row.rawCells()) {
        cells.add(
            "%s %s %d %s"
                .formatted(
                    Bytes.toStringBinary(CellUtil.cloneRow(cell)),
                    Bytes.toStringBinary(CellUtil.cloneQualifier(cell)),
                    cell.getTimestamp(),
                    Bytes.toStringBinary(CellUtil.cloneValue(cell))));
      }
    }
    return cells;
  }

  static long number(Result row, byte[] qualifier) {
    return Bytes.toLong(row.getValue(Columns.FAMILY, qualifier));
  }

  static byte[] packed(Result row) {
    return row.getValue(Columns.FAMILY, Columns.PACKED);
  }

  static List<OrderLine> unpacked(List<Result> lines) {
    return lines.stream().map(line -> OrderLine.unpack(packed(line))).toList();
  }

  static boolean hasDeliveryDate(Result line) {
    return line.containsColumn(Columns.FAMILY, Columns.DELIVERY_DATE);
  }

  private void delete(TpccTable table, byte[] key) throws IOException {
    try (Table rows = table(table)) {
      rows.delete(new Delete(key));
    }
  }

  private Table table(TpccTable table) throws IOException {
    return connection.getTable(names.of(table));
  }
}
