// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.io.hfile;

import java.util.Map;

/**
 * The priority of a block in HBase's on-heap caches ({@link LruBlockCache}, {@link
 * LruAdaptiveBlockCache}), by one look-up in the cache's map. {@link BlockCache#iterator} has the
 * same priorities, but walks over all blocks of the cache. Thread-safe, as the map is.
 *
 * <p>No other cache has such priorities. {@link TinyLfuBlockCache} reports {@code MEMORY} and the
 * bucket cache {@code MULTI} for each block, however often the block was read.
 */
public final class AccessPriority {
  private AccessPriority() {}

  /** Whether the cache keeps blocks that were read once apart from others. */
  public static boolean isKeptBy(BlockCache cache) {
    return cache instanceof LruBlockCache || cache instanceof LruAdaptiveBlockCache;
  }

  /**
   * Whether the block is cached and was read after its insertion. False for a block of an in-memory
   * family, and for a cache without priorities.
   */
  public static boolean isMultiple(BlockCache cache, BlockCacheKey key) {
    LruCachedBlock block = isKeptBy(cache) ? blocks(cache).get(key) : null;
    return block != null && block.getPriority() == BlockPriority.MULTI;
  }

  /**
   * Returns a block without an access, or null if the block is not cached. In a cache without
   * priorities the look-up is an access that is counted as neither hit nor miss.
   *
   * @return a block that the caller releases
   */
  public static Cacheable peek(BlockCache cache, BlockCacheKey key) {
    if (!isKeptBy(cache)) {
      return cache.getBlock(key, true, true, false);
    }
    // As LruBlockCache.getBlock: an eviction must not release the block before it is retained.
    LruCachedBlock block =
        blocks(cache)
            .computeIfPresent(
                key,
                (same, found) -> {
                  found.getBuffer().retain();
                  return found;
                });
    return block == null ? null : block.getBuffer();
  }

  private static Map<BlockCacheKey, LruCachedBlock> blocks(BlockCache cache) {
    return cache instanceof LruBlockCache lru
        ? lru.getMapForTests()
        : ((LruAdaptiveBlockCache) cache).getMapForTests();
  }
}
