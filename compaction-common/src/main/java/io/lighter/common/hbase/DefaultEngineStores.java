// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.hbase;

import java.util.Set;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.TableName;

/**
 * The stores that always have HBase's default engine: those of HBase's own tables, and those whose
 * rows are not in the order of their bytes, as in {@code hbase:meta}. A site may name an engine for
 * all tables, and a fault of that engine in one of these stores would stop the whole cluster.
 *
 * <p>Stateless.
 */
public final class DefaultEngineStores {
  /** The table of the region that a master keeps for itself. */
  private static final TableName MASTER_STORE = TableName.valueOf("master", "store");

  /** The order of users' tables. By name, since HBase 2.5 does not have the second class. */
  private static final Set<String> ORDERED_BY_BYTES =
      Set.of(
          "org.apache.hadoop.hbase.CellComparatorImpl",
          "org.apache.hadoop.hbase.InnerStoreCellComparator");

  private DefaultEngineStores() {}

  /**
   * Tells whether a store always has HBase's default engine.
   *
   * @param table the store's table
   * @param cells the order of the store's cells
   */
  public static boolean include(TableName table, CellComparator cells) {
    return table.isSystemTable()
        || table.equals(MASTER_STORE)
        || !ORDERED_BY_BYTES.contains(cells.getClass().getName());
  }
}
