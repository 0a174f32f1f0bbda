// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.hbase;

import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.util.Pair;

/** Forwards the block-cache methods that not every release of HBase has. */
public abstract class ForwardedBlockCache extends BlockCacheView {
  /** Creates a view of {@code cache}. */
  protected ForwardedBlockCache(BlockCache cache) {
    super(cache);
  }

  @Override
  public void notifyFileCachingCompleted(
      Path fileName, int totalBlockCount, int dataBlockCount, long size) {
    cache.notifyFileCachingCompleted(fileName, totalBlockCount, dataBlockCount, size);
  }

  @Override
  public Optional<Boolean> blockFitsIntoTheCache(HFileBlock block) {
    return cache.blockFitsIntoTheCache(block);
  }

  @Override
  public Optional<Boolean> shouldCacheFile(String fileName) {
    return cache.shouldCacheFile(fileName);
  }

  @Override
  public Optional<Boolean> isAlreadyCached(BlockCacheKey key) {
    return cache.isAlreadyCached(key);
  }

  @Override
  public Optional<Integer> getBlockSize(BlockCacheKey key) {
    return cache.getBlockSize(key);
  }

  @Override
  public Optional<Map<String, Pair<String, Long>>> getFullyCachedFiles() {
    return cache.getFullyCachedFiles();
  }

  @Override
  public Optional<Map<String, Long>> getRegionCachedInfo() {
    return cache.getRegionCachedInfo();
  }
}
