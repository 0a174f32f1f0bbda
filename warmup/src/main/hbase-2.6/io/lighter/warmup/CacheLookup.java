package io.lighter.warmup;

import java.util.Arrays;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.CombinedBlockCache;
import org.apache.hadoop.hbase.io.hfile.FirstLevelBlockCache;

/** Asks a block cache for a block without using it. */
final class CacheLookup {
  private CacheLookup() {}

  static boolean contains(BlockCache cache, BlockCacheKey key) {
    if (cache instanceof FirstLevelBlockCache onHeap) {
      return onHeap.containsBlock(key);
    }
    // Index and Bloom blocks are in the level on the heap, which does not answer HBase's question.
    if (cache instanceof CombinedBlockCache levels) {
      return Arrays.stream(levels.getBlockCaches()).anyMatch(level -> contains(level, key));
    }
    return cache.isAlreadyCached(key).orElse(false);
  }

  /** As {@link #contains}: of what waits to be stored, HBase says that it is not cached. */
  static boolean hasStored(BlockCache cache, BlockCacheKey key) {
    return contains(cache, key);
  }
}
