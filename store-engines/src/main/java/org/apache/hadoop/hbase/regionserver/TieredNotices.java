// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.yetus.audience.InterfaceAudience;

/**
 * Settings of HBase that a table makes, and that have no effect in a store with levels. Stateless.
 */
@InterfaceAudience.Private
final class TieredNotices {
  /** Not of the site, which sets them for other tables. */
  private static final List<String> WITHOUT_EFFECT =
      List.of(
          "hbase.hstore.compaction.min",
          "hbase.hstore.compaction.max",
          "hbase.hstore.compaction.ratio",
          "hbase.hstore.compaction.min.size",
          "hbase.hregion.majorcompaction",
          DefaultStoreEngine.DEFAULT_COMPACTION_POLICY_CLASS_KEY);

  private TieredNotices() {}

  /** Returns a sentence with all such settings of the table or the family; empty without any. */
  static Optional<String> of(HStore store) {
    return of(store.getHRegion().getTableDescriptor(), store.getColumnFamilyDescriptor());
  }

  static Optional<String> of(TableDescriptor table, ColumnFamilyDescriptor family) {
    List<String> set =
        WITHOUT_EFFECT.stream()
            .filter(key -> table.getValue(key) != null || family.getConfigurationValue(key) != null)
            .toList();
    return set.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "the table sets %s, which TieredStoreEngine ignores".formatted(String.join(", ", set)));
  }
}
