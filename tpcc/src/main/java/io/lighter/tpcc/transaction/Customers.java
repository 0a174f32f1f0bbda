// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.tpcc.transaction;

import static io.lighter.tpcc.transaction.TpccClient.await;

import io.lighter.tpcc.schema.DatabaseException;
import io.lighter.tpcc.schema.Keys;
import io.lighter.tpcc.schema.TpccTable;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.client.Result;

/** Looks up customers. */
final class Customers {
  private final TpccClient client;

  Customers(TpccClient client) {
    this.client = client;
  }

  /** The number of a customer; sends a request only for a last name. */
  int find(int warehouse, int district, CustomerKey key) throws IOException {
    if (key instanceof CustomerKey.LastName last) {
      return byLastName(warehouse, district, last.name());
    }
    return ((CustomerKey.Id) key).number();
  }

  /**
   * Selects number n/2, rounded up, of n customers in the order of first names (clause 2.5.2.2).
   */
  private int byLastName(int warehouse, int district, String last) throws IOException {
    byte[] prefix = Keys.lastName(warehouse, district, last);
    List<Result> rows =
        await(client.scan(TpccTable.CUSTOMER_NAME, prefix, Keys.after(prefix), Integer.MAX_VALUE));
    if (rows.isEmpty()) {
      throw new DatabaseException(
          "no customer of warehouse %d, district %d is called %s"
              .formatted(warehouse, district, last));
    }
    return Keys.customerOfName(rows.get((rows.size() - 1) / 2).getRow());
  }
}
