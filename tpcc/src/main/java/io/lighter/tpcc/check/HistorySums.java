// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.tpcc.check;

import io.lighter.tpcc.schema.Columns;
import io.lighter.tpcc.schema.Database;
import io.lighter.tpcc.schema.History;
import io.lighter.tpcc.schema.Keys;
import io.lighter.tpcc.schema.Scale;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Sums of H_AMOUNT by district of payment and by paying customer. Customers may pay in any
 * warehouse, so a sum is valid only after all warehouses were added. Thread-safe.
 */
final class HistorySums {
  private final Scale scale;

  /** By warehouse, then district. */
  private final List<AtomicLongArray> districts = new ArrayList<>();

  /** By warehouse, then district and customer. */
  private final List<AtomicLongArray> customers = new ArrayList<>();

  HistorySums(Database database) {
    this.scale = database.scale();
    for (int warehouse = 0; warehouse < database.warehouses(); warehouse++) {
      districts.add(new AtomicLongArray(scale.districts()));
      customers.add(new AtomicLongArray(scale.districts() * scale.customers()));
    }
  }

  /** Adds all rows of the cursor. */
  void add(int warehouse, RowCursor rows) throws IOException {
    for (; !rows.atEnd(); rows.advance()) {
      int district = Keys.districtOf(rows.row().getRow());
      History history = History.unpack(rows.row().getValue(Columns.FAMILY, Columns.PACKED));
      districts.get(warehouse - 1).addAndGet(district - 1, history.amount());
      customers
          .get(history.warehouse() - 1)
          .addAndGet(index(history.district(), history.customer()), history.amount());
    }
  }

  long ofWarehouse(int warehouse) {
    AtomicLongArray sums = districts.get(warehouse - 1);
    long sum = 0;
    for (int district = 0; district < sums.length(); district++) {
      sum += sums.get(district);
    }
    return sum;
  }

  long ofDistrict(int warehouse, int district) {
    return districts.get(warehouse - 1).get(district - 1);
  }

  long ofCustomer(int warehouse, int district, int customer) {
    return customers.get(warehouse - 1).get(index(district, customer));
  }

  private int index(int district, int customer) {
    return (district - 1) * scale.customers() + customer - 1;
  }
}
