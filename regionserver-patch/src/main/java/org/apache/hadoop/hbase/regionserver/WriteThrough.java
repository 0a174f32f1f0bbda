// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import io.lighter.common.hbase.StoreContexts;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.CompoundConfiguration;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.regionserver.storefiletracker.StoreFileTracker;
import org.apache.hadoop.hbase.regionserver.storefiletracker.StoreFileTrackerFactory;
import org.apache.yetus.audience.InterfaceAudience;

/**
 * Makes compactions cache their output as they write it, as {@code
 * hbase.rs.cachecompactedblocksonwrite} does, which a store reads before it creates its engine.
 */
@InterfaceAudience.Private
final class WriteThrough {
  private WriteThrough() {}

  /** A tracker that only creates writers, and tracks nothing. */
  static StoreFileTracker tracker(Configuration conf, HStore store) {
    StoreContext context = store.getStoreContext();
    StoreContext writing =
        StoreContexts.copyOf(context).withCacheConfig(cacheConfig(conf, context)).build();
    return StoreFileTrackerFactory.create(conf, store.isPrimaryReplicaStore(), writing);
  }

  private static CacheConfig cacheConfig(Configuration conf, StoreContext context) {
    Configuration on = new Configuration(false);
    on.setBoolean(CacheConfig.CACHE_COMPACTED_BLOCKS_ON_WRITE_KEY, true);
    BlockCache cache = context.getCacheConf().getBlockCache().orElse(null);
    return new CacheConfig(
        new CompoundConfiguration().add(conf).add(on),
        context.getFamily(),
        cache,
        context.getCacheConf().getByteBuffAllocator());
  }
}
