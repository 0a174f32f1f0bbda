package io.lighter.warmup;

import io.lighter.chunk.ChunkBlock;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.Path;
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
  /** A full queue of HBase's bucket cache is written within some ten milliseconds. */
  static final long REFUSAL_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  static final int INSERTIONS = 50;

  /** For all blocks of a chunk that a reader waits for: two pauses. */
  static final int READER_INSERTIONS = 3;

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

  /** Whether the cache has the data block at {@code offset}, or has it on its way there. */
  boolean contains(HFile.Reader file, long offset) {
    return CacheLookup.contains(cache, key(file, offset, BlockType.DATA));
  }

  /** Whether the cache has stored the data block at {@code offset}. */
  boolean hasStored(HFile.Reader file, long offset) {
    return CacheLookup.hasStored(cache, key(file, offset, BlockType.DATA));
  }

  /**
   * Whether a data block that is not stored waits for that. HBase's bucket cache may still drop it:
   * {@code BucketCache.doDrain} does if there is no room for it, or no working disk.
   */
  boolean isWaiting(HFile.Reader file, long offset) {
    return isThere(key(file, offset, BlockType.DATA));
  }

  /**
   * Caches an unpacked block that came from a compaction server, and counts it; waits for a cache
   * that has no room for one moment. A block that is there already stays.
   *
   * @param file a primary replica's
   * @return false if the cache has none for a second, which is counted, or if it was stopped
   */
  public boolean insert(Path file, HFileBlock block, WarmupControl control, WarmupMeter meter)
      throws InterruptedException {
    return counted(insertionsLeft(file, true, block, control, INSERTIONS), block, control, meter)
        > 0;
  }

  /**
   * As {@link #insert}, for the blocks of a chunk that a reader waits for: it pauses twice at most,
   * whatever the number of blocks, so that a cache that takes nothing costs the reader some ten
   * milliseconds.
   *
   * @return false at the first block that the cache refuses; those before it are cached
   */
  public boolean insertForReader(
      Path file, List<ChunkBlock> blocks, WarmupControl control, WarmupMeter meter)
      throws InterruptedException {
    int left = READER_INSERTIONS;
    for (ChunkBlock each : blocks) {
      HFileBlock block = each.block();
      left = counted(insertionsLeft(file, true, block, control, left), block, control, meter);
      if (left == 0) {
        return false;
      }
    }
    return true;
  }

  /** Returns what it is given. */
  private static int counted(
      int insertionsLeft, HFileBlock block, WarmupControl control, WarmupMeter meter) {
    if (insertionsLeft > 0) {
      meter.remoteBytes.add(block.getUncompressedSizeWithoutHeader());
      meter.remoteBlocks.increment();
    } else if (!control.isStopped()) {
      meter.refusedBlocks.increment();
    }
    return insertionsLeft;
  }

  /**
   * As {@link #insert(Path, HFileBlock, WarmupControl, WarmupMeter)}, without counting.
   *
   * @param attempts at least 1; there is a pause between two of them
   */
  boolean keep(Path file, boolean primary, HFileBlock block, WarmupControl control, int attempts)
      throws InterruptedException {
    return insertionsLeft(file, primary, block, control, attempts) > 0;
  }

  /** Of {@code attempts}, the one that succeeded included; 0: the cache has refused them all. */
  private int insertionsLeft(
      Path file, boolean primary, HFileBlock block, WarmupControl control, int attempts)
      throws InterruptedException {
    BlockCacheKey key =
        BlockKeys.of(file, HFileBlocks.offset(block), primary, block.getBlockType());
    int left = attempts;
    while (!insert(key, block)) {
      left--;
      if (left == 0 || !control.pause(REFUSAL_PAUSE_NANOS)) {
        return 0;
      }
    }
    return left;
  }

  /**
   * Caches a block; HBase warns of each one that is cached twice.
   *
   * @return false if the cache has refused it: HBase's bucket cache drops what its writers cannot
   *     take ({@code BucketCache.cacheBlockWithWaitInternal}), the one on the heap what comes
   *     faster than it evicts ({@code LruBlockCache.cacheBlock}), and neither says so
   */
  private boolean insert(BlockCacheKey key, HFileBlock block) {
    long refusals = refusals();
    if (!CacheLookup.contains(cache, key)) {
      cache.cacheBlock(key, block, inMemory);
    }
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

  /** True: the block was there. */
  boolean evict(HFile.Reader file, long offset) {
    return cache.evictBlock(key(file, offset, BlockType.DATA));
  }

  private static BlockCacheKey key(HFile.Reader file, long offset, BlockType type) {
    return BlockKeys.of(file.getPath(), offset, file.isPrimaryReplicaReader(), type);
  }
}
