// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager;

import java.lang.reflect.Field;
import java.util.Set;
import org.apache.hadoop.hbase.TableName;

/**
 * Empties HBase's set of all table names ever used, which is copied at each addition. Tests with
 * millions of names need this.
 */
public final class TableNames {
  private TableNames() {}

  /** Removes all names. */
  public static void forget() {
    try {
      Field cache = TableName.class.getDeclaredField("tableCache");
      cache.setAccessible(true);
      ((Set<?>) cache.get(null)).clear();
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("another HBase", e);
    }
  }
}
