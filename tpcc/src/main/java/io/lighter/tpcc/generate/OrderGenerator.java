// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.tpcc.generate;

import io.lighter.tpcc.schema.Columns;
import io.lighter.tpcc.schema.Database;
import io.lighter.tpcc.schema.Keys;
import io.lighter.tpcc.schema.Order;
import io.lighter.tpcc.schema.OrderLine;
import io.lighter.tpcc.schema.TpccTable;
import java.io.IOException;
import org.apache.hadoop.hbase.client.Put;

/** Generates the initial orders of a district, one for each customer. */
final class OrderGenerator {
  private static final int MIN_LINES = 5;
  private static final int MAX_LINES = 15;
  private static final int CARRIERS = 10;
  private static final int QUANTITY = 5;
  private static final int MAX_AMOUNT = 9_999_99;

  private final Database database;
  private final int warehouse;
  private final int district;
  private final TpccRandom random;

  OrderGenerator(Database database, int warehouse, int district, TpccRandom random) {
    this.database = database;
    this.warehouse = warehouse;
    this.district = district;
    this.random = random;
  }

  void generate(RowSink sink) throws IOException {
    int[] customers = random.permutation(database.scale().customers());
    for (int number = 1; number <= customers.length; number++) {
      int customer = customers[number - 1];
      boolean delivered = number <= database.scale().delivered();
      Order order =
          new Order(customer, database.createdMillis(), random.uniform(MIN_LINES, MAX_LINES), true);
      Put row = Rows.packed(Keys.order(warehouse, district, number), order.pack());
      if (delivered) {
        Rows.with(row, Columns.CARRIER, random.uniform(1, CARRIERS));
      } else {
        sink.add(
            TpccTable.NEW_ORDER,
            Rows.packed(Keys.order(warehouse, district, number), Columns.undelivered()));
      }
      sink.add(TpccTable.ORDERS, row);
      sink.add(
          TpccTable.CUSTOMER_ORDER,
          Rows.ofKey(Keys.customerOrder(warehouse, district, customer, number)));
      lines(sink, number, order.lines(), delivered);
    }
  }

  private void lines(RowSink sink, int order, int count, boolean delivered) throws IOException {
    for (int number = 1; number <= count; number++) {
      OrderLine line =
          new OrderLine(
              random.uniform(1, database.scale().items()),
              warehouse,
              QUANTITY,
              delivered ? 0 : random.uniform(1, MAX_AMOUNT),
              random.alphanumeric(24, 24));
      Put row = Rows.packed(Keys.orderLine(warehouse, district, order, number), line.pack());
      if (delivered) {
        Rows.with(row, Columns.DELIVERY_DATE, database.createdMillis());
      }
      sink.add(TpccTable.ORDER_LINE, row);
    }
  }
}
