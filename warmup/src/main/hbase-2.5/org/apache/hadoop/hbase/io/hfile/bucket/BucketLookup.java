// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.io.hfile.bucket;

import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;

/** A lookup for which the bucket cache of HBase 2.5 itself would read the block. */
public final class BucketLookup {
  private BucketLookup() {}

  /** Whether the cache has the block, stored or waiting to be stored. */
  public static boolean contains(BucketCache cache, BlockCacheKey key) {
    return cache.ramCache.containsKey(key) || cache.backingMap.containsKey(key);
  }

  /** Whether the cache has stored the block. */
  public static boolean hasStored(BucketCache cache, BlockCacheKey key) {
    return cache.backingMap.containsKey(key);
  }
}
