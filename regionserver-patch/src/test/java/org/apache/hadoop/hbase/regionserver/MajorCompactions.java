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
    CompactionContext context =
        store
            .requestCompaction(Store.PRIORITY_USER, CompactionLifeCycleTracker.DUMMY, null)
            .orElseThrow();
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
