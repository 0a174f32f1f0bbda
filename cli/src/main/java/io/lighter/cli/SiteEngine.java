// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import java.util.List;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;

/** The engine that the region servers' site names, as far as a table's reported stores show it. */
public enum SiteEngine {
  /** Lighter's engine: all reported stores have it, and the table does not name it. */
  LIGHTER,
  /** Another engine or none: a reported store has no engine of Lighter's. */
  OTHER,
  /** The stores do not show it: the table names an engine itself, or no store is reported. */
  UNKNOWN;

  /**
   * Concludes from stores. Families with an engine of their own, and families with MOB, which HBase
   * opens with an engine of its own, show nothing.
   *
   * @param table the table as its regions have it open
   */
  static SiteEngine of(TableDescriptor table, List<TableStores.Store> stores) {
    if (table.getValue(EngineSettings.ENGINE) != null) {
      return UNKNOWN;
    }
    List<Boolean> decorated =
        stores.stream()
            .filter(store -> usesSite(table.getColumnFamily(Bytes.toBytes(store.family()))))
            .map(TableStores.Store::decorated)
            .toList();
    if (decorated.isEmpty()) {
      return UNKNOWN;
    }
    return decorated.contains(false) ? OTHER : LIGHTER;
  }

  private static boolean usesSite(ColumnFamilyDescriptor family) {
    return family != null
        && !family.isMobEnabled()
        && family.getValue(Bytes.toBytes(EngineSettings.ENGINE)) == null
        && family.getConfigurationValue(EngineSettings.ENGINE) == null;
  }
}
