// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.tpcc.generate;

/**
 * The progress of a load.
 *
 * @param rows rows stored by this load
 * @param expectedRows estimate of the rows that this load has to store
 * @param warehouses warehouses loaded by this load and earlier ones
 * @param allWarehouses warehouses of the database
 */
public record LoadProgress(long rows, long expectedRows, int warehouses, int allWarehouses) {
  /** Percentage; 100 only when the load is complete, because the number of rows is an estimate. */
  public int percent() {
    if (warehouses == allWarehouses) {
      return 100;
    }
    return (int) Math.min(99, 100 * rows / Math.max(1, expectedRows));
  }
}
