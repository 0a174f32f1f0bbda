// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.warmup;

import io.lighter.common.hbase.ForwardedBlockCache;
import java.util.function.LongPredicate;
import org.apache.hadoop.hbase.io.hfile.AccessPriority;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.Cacheable;

/**
 * The region server's block cache for the readers of one file. A miss is served from a compaction
 * server, and is counted as a miss. As after a read from HDFS, a second read makes the missed block
 * a multi-access block. Other blocks of its chunk become one at their first read. Thread-safe, as
 * the cache is.
 */
final class RemoteBlockCache extends ForwardedBlockCache {
  private final LongPredicate remote;
  private final String file;

  /**
   * Creates the view.
   *
   * @param remote caches the block at an offset of {@code file}, and returns whether it did
   */
  RemoteBlockCache(BlockCache cache, LongPredicate remote, String file) {
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
            && remote.test(cacheKey.getOffset())
        ? AccessPriority.peek(cache, cacheKey)
        : block;
  }
}
