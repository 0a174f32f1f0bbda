// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.cache;

import java.util.Collections;
import java.util.Iterator;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockForm;
import org.apache.hadoop.hbase.io.hfile.CacheStats;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.io.hfile.CachedBlock;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;

/**
 * A write-only BlockCache: forwards each written block to the capture and caches nothing. Only
 * writers use it; a job's inputs are opened without a cache. Confined to the writing thread.
 */
class CapturingBlockCache implements BlockCache {
  private final OutputCapture capture;
  private final BlockForm form;
  private final CacheStats stats = new CacheStats("lighter-capture");

  CapturingBlockCache(OutputCapture capture, BlockForm form) {
    this.capture = capture;
    this.form = form;
  }

  /** Copies the block, which the caller may reuse or release afterwards. */
  @Override
  public void cacheBlock(BlockCacheKey cacheKey, Cacheable buf, boolean inMemory) {
    if (buf instanceof HFileBlock block) {
      capture.add(cacheKey.getHfileName(), block, form);
    }
  }

  @Override
  public void cacheBlock(BlockCacheKey cacheKey, Cacheable buf) {
    cacheBlock(cacheKey, buf, false);
  }

  /** Always null, since no block is cached. */
  @Override
  public Cacheable getBlock(
      BlockCacheKey cacheKey, boolean caching, boolean repeat, boolean updateCacheMetrics) {
    return null;
  }

  @Override
  public boolean evictBlock(BlockCacheKey cacheKey) {
    return false;
  }

  @Override
  public int evictBlocksByHfileName(String hfileName) {
    return 0;
  }

  @Override
  public CacheStats getStats() {
    return stats;
  }

  @Override
  public void shutdown() {}

  @Override
  public long size() {
    return 0;
  }

  @Override
  public long getMaxSize() {
    return 0;
  }

  @Override
  public long getFreeSize() {
    return 0;
  }

  @Override
  public long getCurrentSize() {
    return 0;
  }

  @Override
  public long getCurrentDataSize() {
    return 0;
  }

  @Override
  public long getBlockCount() {
    return 0;
  }

  @Override
  public long getDataBlockCount() {
    return 0;
  }

  @Override
  public Iterator<CachedBlock> iterator() {
    return Collections.emptyIterator();
  }

  @Override
  public BlockCache[] getBlockCaches() {
    return new BlockCache[] {this};
  }
}
