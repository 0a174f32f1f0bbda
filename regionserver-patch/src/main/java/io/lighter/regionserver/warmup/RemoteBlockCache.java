// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.warmup;

import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.Cacheable;

/**
 * The region server's block cache for the readers of one file. A miss is served from a compaction
 * server, and is counted as a miss. Thread-safe, as the cache is.
 */
final class RemoteBlockCache extends ForwardedBlockCache {
  private final RemoteReads remote;
  private final String file;

  RemoteBlockCache(BlockCache cache, RemoteReads remote, String file) {
    super(cache);
    this.remote = remote;
    this.file = file;
  }

  @Override
  public Cacheable getBlock(
      BlockCacheKey cacheKey, boolean caching, boolean repeat, boolean updateCacheMetrics) {
    Cacheable block = cache.getBlock(cacheKey, caching, repeat, updateCacheMetrics);
    return block == null
            && caching
            && !repeat // HBase's second lookup, under a lock before the read from HDFS
            && cacheKey.getHfileName().equals(file)
            && remote.load(file, cacheKey.getOffset())
        ? cache.getBlock(cacheKey, caching, true, false)
        : block;
  }
}
