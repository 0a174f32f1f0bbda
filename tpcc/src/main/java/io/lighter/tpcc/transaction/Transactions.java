// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.tpcc.transaction;

import io.lighter.tpcc.generate.NuRandConstants;
import io.lighter.tpcc.generate.TpccRandom;
import io.lighter.tpcc.schema.Database;
import java.io.IOException;
import java.time.Clock;
import java.util.concurrent.ThreadLocalRandom;

/** The five transactions on one database. */
public final class Transactions {
  private final Database database;
  private final NuRandConstants constants;
  private final NewOrder newOrder;
  private final Payment payment;
  private final OrderStatus orderStatus;
  private final Delivery delivery;
  private final StockLevel stockLevel;

  /**
   * Creates the transactions.
   *
   * @param random used by this constructor only
   */
  public Transactions(TpccClient client, Database database, Clock clock, TpccRandom random) {
    this.database = database;
    this.constants = NuRandConstants.forRun(random, database.lastNameConstant());
    this.newOrder = new NewOrder(client, clock);
    // The writer's number differs between processes, whatever the seed; the load's is 0.
    long writer = ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE);
    this.payment = new Payment(client, clock, writer);
    this.orderStatus = new OrderStatus(client);
    this.delivery = new Delivery(client, clock, database.scale().districts());
    this.stockLevel = new StockLevel(client);
  }

  /** A terminal for one thread. */
  public Terminal terminal(TpccRandom random) {
    return new Terminal(new InputGenerator(database, constants, random));
  }

  /** Generates inputs and runs transactions on them. Not thread-safe. */
  public final class Terminal {
    private final InputGenerator inputs;

    private Terminal(InputGenerator inputs) {
      this.inputs = inputs;
    }

    /** Runs one transaction. */
    public Outcome run(TransactionType type) throws IOException {
      return switch (type) {
        case NEW_ORDER ->
            newOrder.run(inputs.newOrder()).isPresent() ? Outcome.DONE : Outcome.ROLLED_BACK;
        case PAYMENT -> {
          payment.run(inputs.payment());
          yield Outcome.DONE;
        }
        case ORDER_STATUS -> {
          orderStatus.run(inputs.orderStatus());
          yield Outcome.DONE;
        }
        case DELIVERY -> new Outcome(false, delivery.run(inputs.delivery()));
        case STOCK_LEVEL -> {
          stockLevel.run(inputs.stockLevel());
          yield Outcome.DONE;
        }
      };
    }
  }
}
