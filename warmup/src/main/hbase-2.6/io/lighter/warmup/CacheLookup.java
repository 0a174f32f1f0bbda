package io.lighter.warmup;

import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.FirstLevelBlockCache;

/** Asks a block cache for a block without using it. */
final class CacheLookup {
  private CacheLookup() {}

  static boolean contains(BlockCache cache, BlockCacheKey key) {
    // HBase's interface has the question since the bucket cache; the heap caches have their own.
    return cache instanceof FirstLevelBlockCache onHeap
        ? onHeap.containsBlock(key)
        : cache.isAlreadyCached(key).orElse(false);
  }
}
