// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.hbase;

import java.util.Iterator;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.CacheStats;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.io.hfile.CachedBlock;

/**
 * Forwards the methods of {@link BlockCache} in every release of HBase, except for the blocks
 * themselves. {@link ForwardedBlockCache} has the rest. Thread-safe, as the cache is.
 */
abstract class BlockCacheView implements BlockCache {
  /** The cache underneath. */
  protected final BlockCache cache;

  BlockCacheView(BlockCache cache) {
    this.cache = cache;
  }

  @Override
  public void cacheBlock(BlockCacheKey cacheKey, Cacheable buf, boolean inMemory) {
    cache.cacheBlock(cacheKey, buf, inMemory);
  }

  @Override
  public void cacheBlock(
      BlockCacheKey cacheKey, Cacheable buf, boolean inMemory, boolean waitWhenCache) {
    cache.cacheBlock(cacheKey, buf, inMemory, waitWhenCache);
  }

  @Override
  public void cacheBlock(BlockCacheKey cacheKey, Cacheable buf) {
    cache.cacheBlock(cacheKey, buf);
  }

  @Override
  public boolean evictBlock(BlockCacheKey cacheKey) {
    return cache.evictBlock(cacheKey);
  }

  @Override
  public int evictBlocksByHfileName(String hfileName) {
    return cache.evictBlocksByHfileName(hfileName);
  }

  @Override
  public CacheStats getStats() {
    return cache.getStats();
  }

  /** Not supported, since the region server owns the cache. */
  @Override
  public void shutdown() {
    throw new UnsupportedOperationException("the cache is the region server's");
  }

  @Override
  public long size() {
    return cache.size();
  }

  @Override
  public long getMaxSize() {
    return cache.getMaxSize();
  }

  @Override
  public long getFreeSize() {
    return cache.getFreeSize();
  }

  @Override
  public long getCurrentSize() {
    return cache.getCurrentSize();
  }

  @Override
  public long getCurrentDataSize() {
    return cache.getCurrentDataSize();
  }

  @Override
  public long getBlockCount() {
    return cache.getBlockCount();
  }

  @Override
  public long getDataBlockCount() {
    return cache.getDataBlockCount();
  }

  @Override
  public Iterator<CachedBlock> iterator() {
    return cache.iterator();
  }

  @Override
  public BlockCache[] getBlockCaches() {
    return cache.getBlockCaches();
  }
}
