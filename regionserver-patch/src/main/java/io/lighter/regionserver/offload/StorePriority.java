// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.offload;

import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.Store;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequestImpl;

/**
 * The number of files that a store may get until HBase delays writes, counted down from {@code
 * hbase.hstore.blockingStoreFiles}. The smaller, the more urgent.
 */
final class StorePriority {
  /** Number of remaining files up to which a store is urgent. */
  private static final int URGENT = 2;

  private StorePriority() {}

  /**
   * The present priority; {@code HStore.getCompactPriority} would log a warning for some values.
   */
  static int of(HStore store) {
    return store.getStoreEngine().getStoreFileManager().getStoreCompactionPriority();
  }

  /**
   * The priority of a compaction on a compaction server. HBase gives all user requests the same
   * priority, however full the store is. A large number of them would run before stores that are
   * about to delay writes.
   */
  static int of(HStore store, CompactionRequestImpl compaction) {
    return compaction.getPriority() == Store.PRIORITY_USER
        ? of(store)
        : Math.min(of(store), compaction.getPriority());
  }

  /** Whether a compaction should not wait. */
  static boolean isUrgent(HStore store) {
    return of(store) <= URGENT;
  }
}
