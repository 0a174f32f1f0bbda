// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import io.lighter.common.engine.StoreFileMaker;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.io.hfile.BloomFilterMetrics;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.yetus.audience.InterfaceAudience;

/** Opens a store file as HBase's engine does, with a given block cache or maker of files. */
@InterfaceAudience.Private
final class StoreFileOpener {
  private StoreFileOpener() {}

  /**
   * Opens a file.
   *
   * @param maker makes the file's object
   * @param cache the file's block cache; empty for that of the store
   */
  static HStoreFile open(
      HStore store,
      StoreFileInfo info,
      StoreFileMaker maker,
      Optional<BlockCache> cache,
      BloomFilterMetrics bloomMetrics)
      throws IOException {
    info.setRegionCoprocessorHost(store.getCoprocessorHost());
    HStoreFile file =
        maker.makeStoreFile(
            info,
            store.getColumnFamilyDescriptor().getBloomFilterType(),
            cache.map(own -> cacheConfig(store, own)).orElse(store.getCacheConfig()),
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
