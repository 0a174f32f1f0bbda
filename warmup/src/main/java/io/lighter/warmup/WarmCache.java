// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.warmup;

import io.lighter.chunk.ChunkBlock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.io.hfile.AccessPriority;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.io.hfile.HFileBlocks;

/**
 * A warm-up's access to a region server's block cache, which does not change the hit ratio. Only
 * {@link #promote} makes a block a multi-access block. Thread-safe, as the cache is.
 */
public final class WarmCache {
  /** Pause in which HBase's bucket cache writes a full queue (some ten milliseconds). */
  static final long REFUSAL_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  static final int INSERTIONS = 50;

  /** Pause after the first check for a stored block: most blocks are stored by then. */
  private static final long FIRST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  /** Attempts for all blocks of a chunk that a reader waits for, which allows two pauses. */
  static final int READER_INSERTIONS = 3;

  private final BlockCache cache;
  private final boolean inMemory;

  /**
   * Creates the access to a cache.
   *
   * @param inMemory whether the family's blocks have HBase's in-memory priority
   */
  public WarmCache(BlockCache cache, boolean inMemory) {
    this.cache = cache;
    this.inMemory = inMemory;
  }

  /** Whether the cache has the data block at {@code offset}, stored or waiting to be stored. */
  boolean contains(HFile.Reader file, long offset) {
    return CacheLookup.contains(cache, key(file, offset, BlockType.DATA));
  }

  /**
   * A cached block, which the caller releases; empty if the cache does not have the block. Counts
   * as neither hit nor miss, but marks the block as used.
   */
  Optional<HFileBlock> cached(HFile.Reader file, long offset, BlockType type) {
    Cacheable block = cache.getBlock(key(file, offset, type), false, true, false);
    if (block instanceof HFileBlock found && found.isUnpacked()) {
      return Optional.of(found);
    }
    if (block != null) {
      block.release();
    }
    return Optional.empty();
  }

  /**
   * The pause after a check for stored blocks, which doubles from a millisecond to {@link
   * #REFUSAL_PAUSE_NANOS}. The longest pause for each small step would limit an unthrottled warm-up
   * to some 10 MB/s.
   *
   * @param look number of the check, from 1 to {@link #INSERTIONS}
   */
  static long pauseNanos(int look) {
    return Math.min(REFUSAL_PAUSE_NANOS, FIRST_PAUSE_NANOS << Math.min(look - 1, Byte.SIZE));
  }

  /**
   * Whether the cache may have multi-access blocks of this family. Blocks of an in-memory family
   * get HBase's in-memory priority when they are inserted, and keep that priority.
   */
  boolean hasMultiAccessBlocks() {
    return !inMemory && AccessPriority.isKeptBy(cache);
  }

  /** Whether the data block at {@code offset} is cached, and was read more than once. */
  boolean isMultiAccess(HFile.Reader file, long offset) {
    return hasMultiAccessBlocks()
        && AccessPriority.isMultiple(cache, key(file, offset, BlockType.DATA));
  }

  /**
   * Makes a data block a multi-access block, by the access that a second reader would make ({@code
   * LruCachedBlock.access}), which counts as neither hit nor miss.
   *
   * @return whether the block is cached
   */
  boolean promote(HFile.Reader file, long offset) {
    return isThere(key(file, offset, BlockType.DATA));
  }

  /** Whether the cache has stored the data block at {@code offset}. */
  boolean hasStored(HFile.Reader file, long offset) {
    return CacheLookup.hasStored(cache, key(file, offset, BlockType.DATA));
  }

  /**
   * Whether a data block waits to be stored. HBase's bucket cache may still drop the block if there
   * is no room or no working disk ({@code BucketCache.doDrain}).
   */
  boolean isWaiting(HFile.Reader file, long offset) {
    return isThere(key(file, offset, BlockType.DATA));
  }

  /**
   * Caches and counts an unpacked block of a compaction server, and retries while the cache has no
   * room. A block that is cached already stays.
   *
   * @param file a primary replica's
   * @return false if the cache has no room for a second, which is counted, or the warm-up was
   *     stopped
   */
  public boolean insert(Path file, HFileBlock block, WarmupControl control, WarmupMeter meter)
      throws InterruptedException {
    return counted(insertionsLeft(file, true, block, control, INSERTIONS), block, control, meter)
        > 0;
  }

  /**
   * Caches the blocks of a chunk that a reader waits for. At most two pauses occur, whatever the
   * number of blocks, so a cache that refuses all blocks delays the reader by some ten
   * milliseconds.
   *
   * @return false at the first block that the cache refuses; the blocks before that one are cached
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

  /** Counts an insertion, and returns {@code insertionsLeft}. */
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
   * Caches a block without counting the block.
   *
   * @param attempts at least 1; there is a pause between two of them
   */
  boolean keep(Path file, boolean primary, HFileBlock block, WarmupControl control, int attempts)
      throws InterruptedException {
    return insertionsLeft(file, primary, block, control, attempts) > 0;
  }

  /** Attempts left, including the one that succeeded; 0 if the cache refused all of them. */
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
   * Caches a block unless the block is cached, since HBase warns of blocks that are cached twice.
   *
   * @return false if the cache refused the block without an error. HBase's bucket cache drops what
   *     its writers cannot take ({@code BucketCache.cacheBlockWithWaitInternal}), and the on-heap
   *     cache what arrives faster than it evicts ({@code LruBlockCache.cacheBlock})
   */
  private boolean insert(BlockCacheKey key, HFileBlock block) {
    long refusals = refusals();
    if (!CacheLookup.contains(cache, key)) {
      cache.cacheBlock(key, block, inMemory);
    }
    return refusals() == refusals || CacheLookup.contains(cache, key) || isThere(key);
  }

  /** Number of blocks that the cache has refused so far, of all callers. */
  long refusals() {
    return cache.getStats().getFailedInserts();
  }

  /**
   * Whether the block is cached or waits, which {@link CacheLookup} may not report. Marks the block
   * as used.
   */
  private boolean isThere(BlockCacheKey key) {
    Cacheable block = cache.getBlock(key, false, true, false);
    if (block != null) {
      block.release();
    }
    return block != null;
  }

  /** Evicts a block, and returns whether the block was cached. */
  boolean evict(HFile.Reader file, long offset) {
    return cache.evictBlock(key(file, offset, BlockType.DATA));
  }

  private static BlockCacheKey key(HFile.Reader file, long offset, BlockType type) {
    return BlockKeys.of(file.getPath(), offset, file.isPrimaryReplicaReader(), type);
  }
}
