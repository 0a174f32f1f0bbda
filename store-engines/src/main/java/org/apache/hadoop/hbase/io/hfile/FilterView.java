// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.io.hfile;

import io.lighter.common.hbase.ForwardedBlockCache;
import io.lighter.engine.read.FileFilters;

/**
 * A block cache for the readers of one file, whose Bloom filter blocks are resident. Everything
 * else is in the cache underneath, and so are Bloom filter blocks that have no room. A block
 * becomes resident when it is read for the first time. HBase evicts the blocks of a file by its
 * name when the file ends; that frees the memory.
 *
 * <p>Resident blocks are on the heap, where HBase has Bloom filter blocks, too: {@link
 * CombinedBlockCache} keeps all but data blocks in its on-heap part. A block on the heap has no
 * reference count, so a reader may go on with a block that has been removed. Off the heap, each
 * reader would have to be counted, and one that is missed is a leak or a read of freed memory.
 *
 * <p>The counts of HBase's cache leave out look-ups that find a resident block. Thread-safe, as the
 * cache is.
 */
public final class FilterView extends ForwardedBlockCache {
  private final FileFilters<HFileBlock> filters;

  /**
   * Creates the view.
   *
   * @param filters blocks of this file
   */
  public FilterView(BlockCache cache, FileFilters<HFileBlock> filters) {
    super(cache);
    this.filters = filters;
  }

  @Override
  public Cacheable getBlock(
      BlockCacheKey cacheKey, boolean caching, boolean repeat, boolean updateCacheMetrics) {
    BlockType type = cacheKey.getBlockType();
    if (type != null && type != BlockType.BLOOM_CHUNK) { // a scan knows no types
      return cache.getBlock(cacheKey, caching, repeat, updateCacheMetrics);
    }
    HFileBlock resident = filters.find(cacheKey.getOffset());
    if (resident != null) {
      return resident.retain();
    }
    Cacheable cached = cache.getBlock(cacheKey, caching, repeat, updateCacheMetrics);
    keep(cacheKey, cached);
    return cached;
  }

  @Override
  public void cacheBlock(BlockCacheKey cacheKey, Cacheable buf, boolean inMemory) {
    if (!keep(cacheKey, buf)) {
      super.cacheBlock(cacheKey, buf, inMemory);
    }
  }

  @Override
  public void cacheBlock(
      BlockCacheKey cacheKey, Cacheable buf, boolean inMemory, boolean waitWhenCache) {
    if (!keep(cacheKey, buf)) {
      super.cacheBlock(cacheKey, buf, inMemory, waitWhenCache);
    }
  }

  @Override
  public void cacheBlock(BlockCacheKey cacheKey, Cacheable buf) {
    if (!keep(cacheKey, buf)) {
      super.cacheBlock(cacheKey, buf);
    }
  }

  @Override
  public boolean evictBlock(BlockCacheKey cacheKey) {
    boolean wasResident = filters.remove(cacheKey.getOffset());
    return super.evictBlock(cacheKey) || wasResident;
  }

  @Override
  public int evictBlocksByHfileName(String hfileName) {
    return filters.close() + super.evictBlocksByHfileName(hfileName);
  }

  /** Makes a Bloom filter block resident; returns whether it is. False for other blocks. */
  private boolean keep(BlockCacheKey key, Cacheable found) {
    if (!(found instanceof HFileBlock block) || block.getBlockType() != BlockType.BLOOM_CHUNK) {
      return false;
    }
    if (!filters.hasRoom(block.heapSize())) {
      return false;
    }
    HFileBlock onHeap = block.isSharedMem() ? HFileBlock.deepCloneOnHeap(block) : block;
    return filters.keep(key.getOffset(), onHeap, onHeap.heapSize());
  }
}
