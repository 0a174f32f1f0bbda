// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import io.lighter.common.engine.StoreFileMaker;
import io.lighter.common.hbase.FileCacheConfig;
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
            cache
                .<CacheConfig>map(own -> new FileCacheConfig(store.getCacheConfig(), own))
                .orElse(store.getCacheConfig()),
            bloomMetrics);
    file.initReader();
    return file;
  }
}
