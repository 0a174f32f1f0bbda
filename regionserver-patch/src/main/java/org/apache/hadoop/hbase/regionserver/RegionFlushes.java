// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import io.lighter.regionserver.commit.CommitMemory;
import io.lighter.regionserver.commit.FlushedFamily;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.regionserver.HRegion.FlushResult;
import org.apache.hadoop.hbase.regionserver.storefiletracker.StoreFileTracker;
import org.apache.hadoop.hbase.regionserver.storefiletracker.StoreFileTrackerFactory;
import org.apache.yetus.audience.InterfaceAudience;

/**
 * The memstore and the flushes of a region. The class is in HBase's package because a store's
 * memstore is visible there only. Thread-safe.
 */
@InterfaceAudience.Private
public record RegionFlushes(HRegion region) implements CommitMemory {
  private static final Class<? extends StoreFileTracker> FILE_TRACKER =
      StoreFileTrackerFactory.getTrackerClass(StoreFileTrackerFactory.Trackers.FILE.name());

  /** The flushes of a region, as HBase hands it to a coprocessor. */
  public static RegionFlushes of(Region region) {
    return new RegionFlushes((HRegion) region);
  }

  /** The stores of the region, which is open. */
  public List<FlushedFamily> families() {
    return region.getStores().stream().map(RegionFlushes::family).toList();
  }

  private static FlushedFamily family(HStore store) {
    StoreFlusher flusher = store.getStoreEngine().getStoreFlusher();
    return new FlushedFamily(
        store.getColumnFamilyName(),
        store.getColumnFamilyDescriptor().getScope(),
        store.memstore.getClass().getSimpleName(),
        store.memstore.getClass() == DefaultMemStore.class,
        flusher.getClass().getSimpleName(),
        // A flusher of several files may die between two of them, unless one list has them all.
        flusher instanceof DefaultStoreFlusher
            || StoreFileTrackerFactory.getTrackerClass(store.getReadOnlyConfiguration())
                == FILE_TRACKER);
  }

  @Override
  public Look look() {
    AbstractMemStore memory = (AbstractMemStore) region.getStores().get(0).memstore;
    MutableSegment active = memory.getActive();
    boolean isActiveEmpty = active.isEmpty();
    return new Look(active, isActiveEmpty, memory.getSnapshot().isEmpty());
  }

  @Override
  public boolean flush() throws IOException {
    FlushResult result = region.flush(true);
    RegionServerServices server = region.getRegionServerServices();
    if (result.isCompactionNeeded() && server != null) {
      for (HStore store : region.getStores()) {
        server
            .getCompactionRequestor()
            .requestSystemCompaction(region, store, "flush for durable commits", true);
      }
    }
    return result.getResult() != FlushResult.Result.CANNOT_FLUSH;
  }

  @Override
  public boolean isClosed() {
    return region.isClosed();
  }

  @Override
  public boolean hasTooManyFiles() {
    return region.getTableDescriptor().isCompactionEnabled()
        && region.getStores().stream().anyMatch(HStore::hasTooManyStoreFiles);
  }
}
