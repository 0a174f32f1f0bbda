// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionContext;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionLifeCycleTracker;
import org.apache.hadoop.hbase.regionserver.throttle.NoLimitThroughputController;

/** Major compactions of a region's first store, while its region server may die. */
final class MajorCompactions {
  private MajorCompactions() {}

  /** Runs one as HBase's compaction thread does; completes if interrupted. */
  static CompletableFuture<Void> start(HRegion region) throws IOException {
    HStore store = region.getStores().get(0);
    store.triggerMajorCompaction();
    return start(region, store, Store.PRIORITY_USER);
  }

  /** Runs the compaction that HBase would request when it opens the region. */
  static CompletableFuture<Void> startIfNeeded(HRegion region) throws IOException {
    HStore store = region.getStores().get(0);
    if (!store.needsCompaction()) {
      throw new IllegalStateException("no compaction is needed: " + store);
    }
    return start(region, store, Store.NO_PRIORITY);
  }

  private static CompletableFuture<Void> start(HRegion region, HStore store, int priority)
      throws IOException {
    CompactionContext context =
        store.requestCompaction(priority, CompactionLifeCycleTracker.DUMMY, null).orElseThrow();
    return CompletableFuture.runAsync(
        () -> {
          try {
            region.compact(context, store, NoLimitThroughputController.INSTANCE);
          } catch (IOException e) {
            if (!isDead(region)) { // a dead region server's compaction may fail in any way
              throw new UncheckedIOException(e);
            }
          }
        });
  }

  private static boolean isDead(HRegion region) {
    return region.getRegionServerServices().isAborted()
        || region.getRegionServerServices().isStopped();
  }
}
