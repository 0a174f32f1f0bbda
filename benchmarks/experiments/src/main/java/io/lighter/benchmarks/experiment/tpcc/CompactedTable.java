package io.lighter.benchmarks.experiment.tpcc;

import io.lighter.tpcc.schema.TpccTable;

/** A set of the experiment: the table that is compacted, and the transaction that feels it. */
public enum CompactedTable {
  /** New-Orders take their items out of it. */
  STOCK("stock", "Stock is compacted, New-Order is watched", TpccTable.STOCK, "new_order"),
  /** Stock-Levels scan its latest rows. */
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

  /** Its name in files. */
  public String label() {
    return label;
  }

  /** In words. */
  public String title() {
    return title;
  }

  /** The transaction, by its name in results. */
  public String operation() {
    return operation;
  }

  TpccTable table() {
    return table;
  }
}
