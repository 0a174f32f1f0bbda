package io.lighter.tpcc.schema;

import org.apache.hadoop.hbase.TableName;

/**
 * The names of a database's tables.
 *
 * @param prefix in front of each; may hold a namespace, as in {@code bench:tpcc_}
 */
public record TableNames(String prefix) {
  /** Of the names when nobody asks for another. */
  public static final String DEFAULT_PREFIX = "tpcc_";

  /**
   * @throws IllegalArgumentException if HBase would not have such a name
   */
  public TableNames {
    TableName.valueOf(prefix + TpccTable.WAREHOUSE.suffix());
  }

  /** The full name. */
  public TableName of(TpccTable table) {
    return TableName.valueOf(prefix + table.suffix());
  }
}
