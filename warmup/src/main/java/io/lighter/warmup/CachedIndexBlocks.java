// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.warmup;

import java.io.Closeable;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.io.hfile.HFileBlocks;

/**
 * The cached index blocks of one file. Reads nothing from the file. Holds the last block of each
 * level, so that a walk takes each index block from the cache once. Used by one thread.
 */
final class CachedIndexBlocks implements IndexBlocks, Closeable {
  private final WarmCache cache;
  private final Map<BlockType, HFileBlock> held = new EnumMap<>(BlockType.class);

  /** An index block that the cache does not have. */
  static final class NotCachedException extends IOException {
    private static final long serialVersionUID = 1L;

    NotCachedException(long offset) {
      super("the index block at " + offset + " is not cached");
    }
  }

  CachedIndexBlocks(WarmCache cache) {
    this.cache = cache;
  }

  /**
   * Returns a cached block.
   *
   * @throws NotCachedException if the cache does not have the block
   */
  @Override
  public HFileBlock read(HFile.Reader file, long offset, long onDiskSize, BlockType type)
      throws NotCachedException {
    HFileBlock block = held.get(type);
    if (block == null || HFileBlocks.offset(block) != offset) {
      block = cache.cached(file, offset, type).orElseThrow(() -> new NotCachedException(offset));
      HFileBlock before = held.put(type, block);
      if (before != null) {
        before.release();
      }
    }
    return block.retain();
  }

  @Override
  public void close() {
    held.values().forEach(HFileBlock::release);
    held.clear();
  }
}
