// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.BlockType.BlockCategory;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.LruBlockCache;
import org.junit.jupiter.api.Test;

class FileCacheConfigTest {
  private final Configuration conf = new Configuration(false);
  private final BlockCache ofStore = new LruBlockCache(1 << 20, 1 << 10, false);
  private final BlockCache ofFile = new LruBlockCache(1 << 20, 1 << 10, false);

  @Test
  void onlyTheCacheIsTheFiles() {
    conf.setBoolean(CacheConfig.CACHE_DATA_BLOCKS_COMPRESSED_KEY, true);
    conf.setBoolean(CacheConfig.PREFETCH_BLOCKS_ON_OPEN_KEY, true);
    CacheConfig store = new CacheConfig(conf, ofStore);
    CacheConfig file = new FileCacheConfig(store, ofFile);

    assertThat(file.getBlockCache()).containsSame(ofFile);
    assertThat(file).hasToString(store.toString());
    assertThat(file.shouldCacheDataCompressed()).isTrue();
    assertThat(file.shouldCacheCompressed(BlockCategory.DATA)).isTrue();
    assertThat(file.shouldPrefetchOnOpen()).isTrue();
  }

  @Test
  void changeOfTheStoresSettingsReachesAnOpenFile() {
    CacheConfig store = new CacheConfig(conf, ofStore);
    CacheConfig file = new FileCacheConfig(store, ofFile);
    assertThat(file.shouldCacheBlockOnRead(BlockCategory.DATA)).isTrue();

    conf.setBoolean(CacheConfig.CACHE_DATA_ON_READ_KEY, false);
    conf.setBoolean(CacheConfig.EVICT_BLOCKS_ON_CLOSE_KEY, true);
    store.onConfigurationChange(conf);

    assertThat(file.shouldCacheDataOnRead()).isFalse();
    assertThat(file.shouldCacheBlockOnRead(BlockCategory.DATA)).isFalse();
    assertThat(file.shouldReadBlockFromCache(BlockType.DATA)).isFalse();
    assertThat(file.shouldLockOnCacheMiss(BlockType.DATA)).isFalse();
    assertThat(file.shouldEvictOnClose()).isTrue();

    conf.setBoolean(CacheConfig.CACHE_BLOCKS_ON_WRITE_KEY, true);
    store.onConfigurationChange(conf);
    assertThat(file.shouldCacheDataOnWrite()).isTrue();
  }
}
