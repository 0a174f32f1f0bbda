// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.tpcc.transaction;

import java.util.List;

/** Input of clause 2.4.1. An unknown item rolls the transaction back. */
record NewOrderInput(int warehouse, int district, int customer, List<Line> lines) {
  NewOrderInput {
    lines = List.copyOf(lines);
  }

  record Line(int item, int supplyWarehouse, int quantity) {}

  boolean allLocal() {
    return lines.stream().allMatch(line -> line.supplyWarehouse() == warehouse);
  }
}
