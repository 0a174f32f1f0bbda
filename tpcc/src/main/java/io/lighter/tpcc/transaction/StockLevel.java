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

/** Counts the items of a district's last orders with a low stock (clause 2.8), without writes. */
final class StockLevel {
  private static final int ORDERS = 20;

  private final TpccClient client;

  StockLevel(TpccClient client) {
    this.client = client;
  }

  int run(StockLevelInput input) throws IOException {
    int warehouse = input.warehouse();
    int district = input.district();
    Result row =
        await(
            client.get(TpccTable.DISTRICT, Keys.district(warehouse, district), Columns.NEXT_ORDER));
    if (row.isEmpty()) {
      throw new DatabaseException("there is no such district: " + input);
    }
    int next = Math.toIntExact(number(row, Columns.NEXT_ORDER));
    List<Result> lines =
        await(
            client.scan(
                TpccTable.ORDER_LINE,
                Keys.order(warehouse, district, Math.max(1, next - ORDERS)),
                Keys.order(warehouse, district, next),
                Integer.MAX_VALUE,
                Columns.PACKED));
    List<byte[]> stocks =
        lines.stream()
            .map(line -> OrderLine.unpack(packed(line)).item())
            .distinct()
            .map(item -> Keys.stock(warehouse, item))
            .toList();
    List<Result> found = await(client.getAll(TpccTable.STOCK, stocks, Columns.QUANTITY));
    return (int)
        found.stream().filter(stock -> number(stock, Columns.QUANTITY) < input.threshold()).count();
  }
}
