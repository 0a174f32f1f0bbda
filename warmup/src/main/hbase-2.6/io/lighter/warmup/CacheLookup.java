// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.warmup;

import java.util.Arrays;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.CombinedBlockCache;
import org.apache.hadoop.hbase.io.hfile.FirstLevelBlockCache;

/** Looks up a block without an access that the cache would count. */
final class CacheLookup {
  private CacheLookup() {}

  static boolean contains(BlockCache cache, BlockCacheKey key) {
    if (cache instanceof FirstLevelBlockCache onHeap) {
      return onHeap.containsBlock(key);
    }
    // The on-heap level with index and Bloom blocks does not support HBase's lookup.
    if (cache instanceof CombinedBlockCache levels) {
      return Arrays.stream(levels.getBlockCaches()).anyMatch(level -> contains(level, key));
    }
    return cache.isAlreadyCached(key).orElse(false);
  }

  /** Whether the block is stored; HBase reports blocks that wait to be stored as not cached. */
  static boolean hasStored(BlockCache cache, BlockCacheKey key) {
    return contains(cache, key);
  }
}
