// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.tpcc.schema;

import org.apache.hadoop.hbase.TableName;

/**
 * The names of a database's tables.
 *
 * @param prefix prefix of each name; may contain a namespace, as in {@code bench:tpcc_}
 */
public record TableNames(String prefix) {
  /** The default prefix. */
  public static final String DEFAULT_PREFIX = "tpcc_";

  /**
   * Checks the names.
   *
   * @throws IllegalArgumentException if HBase does not allow a name with this prefix
   */
  public TableNames {
    TableName.valueOf(prefix + TpccTable.WAREHOUSE.suffix());
  }

  /** Full name of a table. */
  public TableName of(TpccTable table) {
    return TableName.valueOf(prefix + table.suffix());
  }
}
