// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.offload;

import io.lighter.regionserver.local.LocalCompactionLimiter;
import io.lighter.regionserver.local.LocalReason;
import io.lighter.regionserver.offload.StoreOffload.LocalCompaction;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.regionserver.CompactionPools;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequestImpl;

/**
 * Runs and counts the local compactions of one store of a region server. {@link
 * LocalCompactionLimiter} limits them to the number of compaction threads. Thread-safe.
 */
final class PooledLocalRunner implements LocalRunner {
  private final HStore store;
  private final RegionServerOffload shared;

  PooledLocalRunner(HStore store, RegionServerOffload shared) {
    this.store = store;
    this.shared = shared;
  }

  @Override
  public List<Path> run(
      CompactionRequestImpl request,
      LocalReason reason,
      boolean fellBack,
      Check check,
      LocalCompaction local)
      throws IOException {
    LocalRunner.log(store, request, reason);
    LocalCompactionLimiter.Caller caller =
        new LocalCompactionLimiter.Caller(
            store.throttleCompaction(request.getSize()),
            isOfLongPool(request),
            fellBack,
            () -> Math.min(request.getPriority(), StorePriority.of(store)),
            this::isWanted);
    return shared
        .localCompactionLimiter()
        .run(
            caller,
            () -> {
              check.run();
              shared.metrics().ranLocally(reason);
              shared.tables().ranLocally(store.getTableName(), reason);
              return local.run();
            });
  }

  /** Whether the waiting thread of a compaction is of HBase's pool for long compactions. */
  boolean isOfLongPool(CompactionRequestImpl request) {
    return CompactionPools.isLongPools(store.throttleCompaction(request.getSize()));
  }

  /** Whether to compact; false once the region closes or the region server stops. */
  boolean isWanted() {
    return store.areWritesEnabled() && !shared.isStopping();
  }
}
