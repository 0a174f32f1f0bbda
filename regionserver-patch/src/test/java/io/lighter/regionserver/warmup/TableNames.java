// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.warmup;

import java.lang.reflect.Field;
import java.util.Set;
import org.apache.hadoop.hbase.TableName;

/**
 * Empties HBase's set of all table names that were ever used, which HBase copies at each addition.
 * A test with millions of made-up names has to empty the set.
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
