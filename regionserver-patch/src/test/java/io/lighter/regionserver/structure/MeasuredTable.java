// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.structure;

import org.apache.hadoop.hbase.TableName;

/** A table without stores, for tests of other packages. */
public final class MeasuredTable {
  private MeasuredTable() {}

  /** Registers the metrics of a table. */
  public static void register(StructureMetrics metrics, TableName table) {
    metrics.register(table, () -> TableSums.NONE);
    metrics.observeIndexes(() -> 0);
  }
}
