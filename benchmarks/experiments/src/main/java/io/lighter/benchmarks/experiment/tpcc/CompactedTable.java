// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.tpcc;

import io.lighter.tpcc.schema.TpccTable;

/** A set of the experiment: the compacted table, and the affected transaction. */
public enum CompactedTable {
  /** New-Orders take their items from this table. */
  STOCK("stock", "Stock is compacted, New-Order is watched", TpccTable.STOCK, "new_order"),
  /** Stock-Levels scan the latest rows of this table. */
  ORDER_LINE(
      "order_line",
      "Order-Line is compacted, Stock-Level is watched",
      TpccTable.ORDER_LINE,
      "stock_level");

  private final String label;
  private final String title;
  private final TpccTable table;
  private final String operation;

  CompactedTable(String label, String title, TpccTable table, String operation) {
    this.label = label;
    this.title = title;
    this.table = table;
    this.operation = operation;
  }

  /** Name in files. */
  public String label() {
    return label;
  }

  /** Title in reports. */
  public String title() {
    return title;
  }

  /** Name of the transaction in results. */
  public String operation() {
    return operation;
  }

  TpccTable table() {
    return table;
  }
}
