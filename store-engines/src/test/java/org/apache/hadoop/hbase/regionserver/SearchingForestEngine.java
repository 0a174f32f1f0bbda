// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import io.lighter.engine.read.SearchPool;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.io.ByteBuffAllocator;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.io.hfile.BloomFilterMetrics;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;

/**
 * The forest engine with small files, whose reads seek ahead though there is no region server.
 * HBase creates the engine.
 */
public class SearchingForestEngine extends SmallForestEngine {
  private record Shared(SearchPool pool, Optional<BlockCache> cache, ByteBuffAllocator reservoir) {}

  private static final AtomicReference<Shared> SHARED = new AtomicReference<>();

  private HStore store;

  /** Sets the threads and the memory of blocks for all stores that open from now on. */
  static void share(SearchPool pool, Optional<BlockCache> cache, ByteBuffAllocator reservoir) {
    SHARED.set(new Shared(pool, cache, reservoir));
  }

  @Override
  void createParts(Configuration conf, HStore owner, CellComparator cells) {
    store = owner;
    super.createParts(conf, owner, cells);
  }

  @Override
  protected Optional<SearchPool> searchPool(HStore owner) {
    return Optional.of(SHARED.get().pool());
  }

  @Override
  public HStoreFile makeStoreFile(
      StoreFileInfo info, BloomType filter, CacheConfig cache, BloomFilterMetrics metrics) {
    CacheConfig own =
        new CacheConfig(
            store.getReadOnlyConfiguration(),
            store.getColumnFamilyDescriptor(),
            SHARED.get().cache().orElse(null),
            SHARED.get().reservoir());
    return super.makeStoreFile(info, filter, own, metrics);
  }
}
