// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.tpcc.generate;

import io.lighter.tpcc.schema.Database;
import io.lighter.tpcc.schema.Item;
import io.lighter.tpcc.schema.Keys;
import io.lighter.tpcc.schema.TpccTable;
import java.io.IOException;

/** Generates the item table of clause 4.3.3.1. */
final class ItemGenerator {
  private static final int MAX_IMAGE = 10_000;
  private static final int MIN_PRICE = 100;
  private static final int MAX_PRICE = 10_000;

  private final int items;
  private final TpccRandom random;

  ItemGenerator(Database database) {
    this.items = database.scale().items();
    this.random = new TpccRandom(database.seed());
  }

  void generate(RowSink sink) throws IOException {
    Tenth originals = new Tenth(random, items);
    for (int number = 1; number <= items; number++) {
      Item item =
          new Item(
              random.uniform(1, MAX_IMAGE),
              random.alphanumeric(14, 24),
              random.uniform(MIN_PRICE, MAX_PRICE),
              random.data(originals.next()));
      sink.add(TpccTable.ITEM, Rows.packed(Keys.item(number), item.pack()));
    }
  }
}
