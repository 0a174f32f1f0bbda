package io.lighter.warmup;

import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.io.hfile.HFileBlocks;

/**
 * A region server's block cache, as a warm-up uses it: without counting in its hit ratio, without
 * making a block look recently used. Thread-safe, as the cache is.
 */
public final class WarmCache {
  private final BlockCache cache;
  private final boolean inMemory;

  /**
   * A view on a cache.
   *
   * @param inMemory whether the family's blocks have HBase's in-memory priority
   */
  public WarmCache(BlockCache cache, boolean inMemory) {
    this.cache = cache;
    this.inMemory = inMemory;
  }

  /** Whether the cache has the data block at {@code offset}. */
  boolean contains(HFile.Reader file, long offset) {
    return CacheLookup.contains(cache, key(file, offset, BlockType.DATA));
  }

  /**
   * Caches an unpacked block of {@code file}; one that is there already stays.
   *
   * @return false if the cache has refused it: HBase's bucket cache drops what its writers cannot
   *     take ({@code BucketCache.cacheBlockWithWaitInternal}), the one on the heap what comes
   *     faster than it evicts ({@code LruBlockCache.cacheBlock}), and neither says so
   */
  boolean insert(HFile.Reader file, HFileBlock block) {
    BlockCacheKey key = key(file, HFileBlocks.offset(block), block.getBlockType());
    long refusals = refusals();
    insert(key, block);
    return refusals() == refusals || isThere(key);
  }

  /** Blocks that the cache has refused so far, whoever brought them. */
  long refusals() {
    return cache.getStats().getFailedInserts();
  }

  /** Also if it waits to be written, of which {@link CacheLookup} need not know. */
  private boolean isThere(BlockCacheKey key) {
    Cacheable block = cache.getBlock(key, false, true, false);
    if (block != null) {
      block.release();
    }
    return block != null;
  }

  /** HBase warns of each block that is cached twice. */
  private void insert(BlockCacheKey key, HFileBlock block) {
    if (!CacheLookup.contains(cache, key)) {
      cache.cacheBlock(key, block, inMemory);
    }
  }

  /**
   * Caches an unpacked block that came from a compaction server, and counts it.
   *
   * @param file name of the file, which is a primary replica's
   */
  public void insert(String file, HFileBlock block, WarmupMeter meter) {
    insert(new BlockCacheKey(file, HFileBlocks.offset(block), true, block.getBlockType()), block);
    meter.remoteBytes.add(block.getUncompressedSizeWithoutHeader());
    meter.remoteBlocks.increment();
  }

  /** True: the block was there. */
  boolean evict(HFile.Reader file, long offset) {
    return cache.evictBlock(key(file, offset, BlockType.DATA));
  }

  private static BlockCacheKey key(HFile.Reader file, long offset, BlockType type) {
    return new BlockCacheKey(file.getName(), offset, file.isPrimaryReplicaReader(), type);
  }
}
