// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.hbase;

import java.util.Optional;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.BlockType.BlockCategory;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;

/**
 * A store's cache configuration with another block cache, for the readers of one file. Settings
 * that HBase changes while the store is open ({@link CacheConfig#onConfigurationChange}) are asked
 * of the store's configuration each time. Thread-safe.
 */
public final class FileCacheConfig extends CacheConfig {
  private final CacheConfig ofStore;
  private final BlockCache cache;

  /**
   * Creates the configuration of one file.
   *
   * @param cache the block cache of the file's readers
   */
  public FileCacheConfig(CacheConfig ofStore, BlockCache cache) {
    super(ofStore);
    this.ofStore = ofStore;
    this.cache = cache;
  }

  @Override
  public Optional<BlockCache> getBlockCache() {
    return Optional.of(cache);
  }

  /** Answers as the cache underneath; for unknown caches, HBase reads into the heap. */
  @Override
  public boolean isCombinedBlockCache() {
    return ofStore.isCombinedBlockCache();
  }

  @Override
  public boolean shouldCacheDataOnRead() {
    return ofStore.shouldCacheDataOnRead();
  }

  @Override
  public boolean shouldCacheBlockOnRead(BlockCategory category) {
    return ofStore.shouldCacheBlockOnRead(category);
  }

  @Override
  public boolean shouldCacheDataOnWrite() {
    return ofStore.shouldCacheDataOnWrite();
  }

  @Override
  public boolean shouldEvictOnClose() {
    return ofStore.shouldEvictOnClose();
  }

  @Override
  public boolean shouldCacheDataCompressed() {
    return ofStore.shouldCacheDataCompressed();
  }

  @Override
  public boolean shouldCacheCompressed(BlockCategory category) {
    return ofStore.shouldCacheCompressed(category);
  }

  @Override
  public boolean shouldPrefetchOnOpen() {
    return ofStore.shouldPrefetchOnOpen();
  }

  @Override
  public boolean shouldReadBlockFromCache(BlockType blockType) {
    return ofStore.shouldReadBlockFromCache(blockType);
  }

  @Override
  public boolean shouldLockOnCacheMiss(BlockType blockType) {
    return ofStore.shouldLockOnCacheMiss(blockType);
  }
}
