// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.warmup;

import java.util.Arrays;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.CombinedBlockCache;
import org.apache.hadoop.hbase.io.hfile.FirstLevelBlockCache;
import org.apache.hadoop.hbase.io.hfile.bucket.BucketCache;
import org.apache.hadoop.hbase.io.hfile.bucket.BucketLookup;

/** Looks up a block without an access that the cache would count. */
final class CacheLookup {
  private CacheLookup() {}

  /** Whether the block is cached; false for a cache that is not HBase's own. */
  static boolean contains(BlockCache cache, BlockCacheKey key) {
    if (cache instanceof FirstLevelBlockCache onHeap) {
      return onHeap.containsBlock(key);
    }
    if (cache instanceof BucketCache buckets) {
      return BucketLookup.contains(buckets, key);
    }
    return cache instanceof CombinedBlockCache levels
        && Arrays.stream(levels.getBlockCaches()).anyMatch(level -> contains(level, key));
  }

  /** Whether the block is stored, not waiting to be stored. */
  static boolean hasStored(BlockCache cache, BlockCacheKey key) {
    if (cache instanceof BucketCache buckets) {
      return BucketLookup.hasStored(buckets, key);
    }
    return cache instanceof CombinedBlockCache levels
        ? Arrays.stream(levels.getBlockCaches()).anyMatch(level -> hasStored(level, key))
        : contains(cache, key);
  }
}
