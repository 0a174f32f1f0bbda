// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.tpcc.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import org.junit.jupiter.api.Test;

class PackedRowsTest {
  private static final Address ADDRESS =
      new Address("First street 1", "Second street", "City", "QC", "123411111");

  @Test
  void packedRowsUnpackToEqualRows() {
    Site site = new Site("Name", ADDRESS, 1999);
    assertThat(Site.unpack(site.pack())).isEqualTo(site);

    Customer customer =
        new Customer(
            "First",
            "OE",
            "PRICALLYOUGHT",
            ADDRESS,
            "0123456789012345",
            1_700_000_000_000L,
            Customer.BAD_CREDIT,
            50_000_00,
            5000);
    assertThat(Customer.unpack(customer.pack())).isEqualTo(customer);
    assertThat(customer.hasBadCredit()).isTrue();

    Order order = new Order(3000, 1_700_000_000_000L, 15, false);
    assertThat(Order.unpack(order.pack())).isEqualTo(order);

    OrderLine line = new OrderLine(100_000, 7, 10, 100_000L, "x".repeat(24));
    assertThat(OrderLine.unpack(line.pack())).isEqualTo(line);

    Item item = new Item(10_000, "An item", 100_00, "of ORIGINAL make");
    assertThat(Item.unpack(item.pack())).isEqualTo(item);

    Stock stock = new Stock(Collections.nCopies(10, "y".repeat(24)), "z".repeat(50));
    assertThat(Stock.unpack(stock.pack())).isEqualTo(stock);

    History history = new History(1, 10, 3000, 1_700_000_000_000L, 5_000_00, "A    B");
    assertThat(History.unpack(history.pack())).isEqualTo(history);
  }
}
