// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.tpcc.transaction;

import static io.lighter.tpcc.transaction.TpccClient.await;
import static io.lighter.tpcc.transaction.TpccClient.number;
import static io.lighter.tpcc.transaction.TpccClient.packed;

import io.lighter.tpcc.schema.Columns;
import io.lighter.tpcc.schema.DatabaseException;
import io.lighter.tpcc.schema.Keys;
import io.lighter.tpcc.schema.OrderLine;
import io.lighter.tpcc.schema.TpccTable;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.client.Result;

/** Reads a customer's last order (clause 2.6), without writes. */
final class OrderStatus {
  private final TpccClient client;
  private final Customers customers;

  OrderStatus(TpccClient client) {
    this.client = client;
    this.customers = new Customers(client);
  }

  /**
   * The result of the transaction.
   *
   * @param balance in cents
   * @param order the last one
   */
  record Status(int customer, long balance, int order, List<OrderLine> lines) {
    Status {
      lines = List.copyOf(lines);
    }
  }

  Status run(OrderStatusInput input) throws IOException {
    int warehouse = input.warehouse();
    int district = input.district();
    int customer = customers.find(warehouse, district, input.customer());
    var row =
        client.get(
            TpccTable.CUSTOMER,
            Keys.customer(warehouse, district, customer),
            Columns.PACKED,
            Columns.BALANCE);
    List<Result> last =
        await(
            client.scan(
                TpccTable.CUSTOMER_ORDER,
                Keys.customerOrder(warehouse, district, customer, Integer.MAX_VALUE),
                Keys.customerOrder(warehouse, district, customer + 1, Integer.MAX_VALUE),
                1));
    if (last.isEmpty() || await(row).isEmpty()) {
      throw new DatabaseException("customer %d of %s has no order".formatted(customer, input));
    }
    int order = Keys.orderOfCustomer(last.get(0).getRow());
    var header = client.get(TpccTable.ORDERS, Keys.order(warehouse, district, order));
    var lines =
        client.scan(
            TpccTable.ORDER_LINE,
            Keys.order(warehouse, district, order),
            Keys.order(warehouse, district, order + 1),
            Integer.MAX_VALUE);
    // A New-Order writes its rows in one round, so the index row may precede the order.
    await(header);
    return new Status(
        customer,
        number(await(row), Columns.BALANCE),
        order,
        await(lines).stream().map(line -> OrderLine.unpack(packed(line))).toList());
  }
}
