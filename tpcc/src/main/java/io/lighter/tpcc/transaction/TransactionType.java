// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.tpcc.transaction;

import io.lighter.tpcc.generate.TpccRandom;

/** The five transactions and their percentages. */
public enum TransactionType {
  NEW_ORDER("new-order", 45),
  PAYMENT("payment", 43),
  ORDER_STATUS("order-status", 4),
  DELIVERY("delivery", 4),
  STOCK_LEVEL("stock-level", 4);

  private final String label;
  private final int percent;

  TransactionType(String label, int percent) {
    this.label = label;
    this.percent = percent;
  }

  /** Name in reports and in histogram logs. */
  public String label() {
    return label;
  }

  /** Percentage of all transactions. */
  public int percent() {
    return percent;
  }

  /** The type of the next transaction. */
  public static TransactionType next(TpccRandom random) {
    int left = random.uniform(1, 100);
    for (TransactionType type : values()) {
      left -= type.percent;
      if (left <= 0) {
        return type;
      }
    }
    throw new AssertionError("the percentages are less than 100");
  }
}
