package org.apache.hadoop.hbase.io.hfile.bucket;

import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;

/** A question that the bucket cache of HBase 2.5 answers by reading the block. */
public final class BucketLookup {
  private BucketLookup() {}

  /** Whether the cache has the block, be it on its way there. */
  public static boolean contains(BucketCache cache, BlockCacheKey key) {
    return cache.ramCache.containsKey(key) || cache.backingMap.containsKey(key);
  }

  /** Whether the cache has the block where it will stay. */
  public static boolean hasStored(BucketCache cache, BlockCacheKey key) {
    return cache.backingMap.containsKey(key);
  }
}
