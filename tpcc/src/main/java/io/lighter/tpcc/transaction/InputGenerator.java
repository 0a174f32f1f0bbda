// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.tpcc.transaction;

import io.lighter.tpcc.generate.LastNames;
import io.lighter.tpcc.generate.NuRandConstants;
import io.lighter.tpcc.generate.TpccRandom;
import io.lighter.tpcc.schema.Database;
import io.lighter.tpcc.schema.Scale;
import java.util.ArrayList;
import java.util.List;

/**
 * Generates inputs of transactions, each for a random warehouse and district with equal
 * probability. Without think time there are too few terminals for one district each. Not
 * thread-safe.
 */
final class InputGenerator {
  private static final int ROLLBACK_PERCENT = 1;
  private static final int REMOTE_LINE_PERCENT = 1;
  private static final int REMOTE_PAYMENT_PERCENT = 15;
  private static final int BY_NAME_PERCENT = 60;
  private static final int MAX_QUANTITY = 10;
  private static final int CARRIERS = 10;

  private final Database database;
  private final Scale scale;
  private final NuRandConstants constants;
  private final TpccRandom random;

  InputGenerator(Database database, NuRandConstants constants, TpccRandom random) {
    this.database = database;
    this.scale = database.scale();
    this.constants = constants;
    this.random = random;
  }

  NewOrderInput newOrder() {
    int warehouse = warehouse();
    boolean rollback = random.percent(ROLLBACK_PERCENT);
    int count = random.uniform(5, 15);
    List<NewOrderInput.Line> lines = new ArrayList<>(count);
    for (int line = 1; line <= count; line++) {
      boolean unused = rollback && line == count;
      lines.add(
          new NewOrderInput.Line(
              unused ? scale.items() + 1 : random.item(constants, scale.items()),
              random.percent(REMOTE_LINE_PERCENT) ? otherWarehouse(warehouse) : warehouse,
              random.uniform(1, MAX_QUANTITY)));
    }
    return new NewOrderInput(
        warehouse, district(), random.customer(constants, scale.customers()), lines);
  }

  PaymentInput payment() {
    int warehouse = warehouse();
    int district = district();
    boolean remote = database.warehouses() > 1 && random.percent(REMOTE_PAYMENT_PERCENT);
    return new PaymentInput(
        warehouse,
        district,
        remote ? otherWarehouse(warehouse) : warehouse,
        remote ? district() : district,
        customer(),
        random.uniform(1_00, 5_000_00));
  }

  OrderStatusInput orderStatus() {
    return new OrderStatusInput(warehouse(), district(), customer());
  }

  DeliveryInput delivery() {
    return new DeliveryInput(warehouse(), random.uniform(1, CARRIERS));
  }

  StockLevelInput stockLevel() {
    return new StockLevelInput(warehouse(), district(), random.uniform(10, 20));
  }

  private CustomerKey customer() {
    return random.percent(BY_NAME_PERCENT)
        ? new CustomerKey.LastName(LastNames.of(random.lastName(constants, scale.maxLastName())))
        : new CustomerKey.Id(random.customer(constants, scale.customers()));
  }

  private int warehouse() {
    return random.uniform(1, database.warehouses());
  }

  private int district() {
    return random.uniform(1, scale.districts());
  }

  /** A random other warehouse; the same one if there is no other. */
  private int otherWarehouse(int warehouse) {
    if (database.warehouses() == 1) {
      return warehouse;
    }
    int other = random.uniform(1, database.warehouses() - 1);
    return other < warehouse ? other : other + 1;
  }
}
