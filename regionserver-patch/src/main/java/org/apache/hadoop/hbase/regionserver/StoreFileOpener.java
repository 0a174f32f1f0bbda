// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import java.io.IOException;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.io.hfile.BloomFilterMetrics;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.yetus.audience.InterfaceAudience;

/** Opens a store file as the engine does, with a given block cache. */
@InterfaceAudience.Private
final class StoreFileOpener {
  private StoreFileOpener() {}

  static HStoreFile open(
      HStore store, StoreFileInfo info, BlockCache cache, BloomFilterMetrics bloomMetrics)
      throws IOException {
    info.setRegionCoprocessorHost(store.getCoprocessorHost());
    HStoreFile file =
        new HStoreFile(
            info,
            store.getColumnFamilyDescriptor().getBloomFilterType(),
            cacheConfig(store, cache),
            bloomMetrics);
    file.initReader();
    return file;
  }

  private static CacheConfig cacheConfig(HStore store, BlockCache cache) {
    return new CacheConfig(
        store.conf,
        store.getColumnFamilyDescriptor(),
        cache,
        store.getCacheConfig().getByteBuffAllocator()) {
      /** Answers as the cache underneath; for unknown caches, HBase reads into the heap. */
      @Override
      public boolean isCombinedBlockCache() {
        return store.getCacheConfig().isCombinedBlockCache();
      }
    };
  }
}
