package io.lighter.regionserver.offload;

import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.Store;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequestImpl;

/**
 * How close a store is to delaying writes: HBase counts its files down from {@code
 * hbase.hstore.blockingStoreFiles}. The smaller, the closer.
 */
final class StorePriority {
  /** Of a store that may get this many files more. */
  private static final int URGENT = 2;

  private StorePriority() {}

  /**
   * At this moment. Not {@code HStore.getCompactPriority}, which warns of some values each time.
   */
  static int of(HStore store) {
    return store.getStoreEngine().getStoreFileManager().getStoreCompactionPriority();
  }

  /**
   * What a compaction server shall order a compaction by. HBase gives whatever a user asks for the
   * same priority, however full the store is; many at a time would come before stores that are
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
