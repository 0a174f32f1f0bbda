// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.warmup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.CombinedBlockCache;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.io.hfile.HFileBlocks;
import org.apache.hadoop.hbase.io.hfile.LruBlockCache;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lookups in a cache of two levels, like that of a region server with a bucket cache. */
class CacheLookupTest {
  private static final int ROWS = 2000;
  private static final int CACHE_BYTES = 64 << 20;
  private static final int BLOCK_BYTES = 2 << 10;

  private final TestFiles files = new TestFiles();
  private final LruBlockCache indexCache = new LruBlockCache(CACHE_BYTES, BLOCK_BYTES, false);
  private final LruBlockCache dataCache = new LruBlockCache(CACHE_BYTES, BLOCK_BYTES, false);
  private final CombinedBlockCache cache = new CombinedBlockCache(indexCache, dataCache);

  @TempDir Path folder;

  @BeforeEach
  void openFileSystem() throws IOException {
    files.open(folder);
  }

  @AfterEach
  void closeFiles() throws IOException {
    files.close();
  }

  @Test
  void lookupFindsBlocksOfAllKindsInBothLevels() throws Exception {
    HFile.Reader file = files.write(0, ROWS);

    for (HFileBlock block : files.blocks(file)) {
      BlockCacheKey key =
          new BlockCacheKey(file.getName(), HFileBlocks.offset(block), true, block.getBlockType());
      assertThat(CacheLookup.contains(cache, key)).isFalse();
      cache.cacheBlock(key, block);
      assertThat(CacheLookup.contains(cache, key)).as(block.toString()).isTrue();
    }

    assertThat(indexCache.getBlockCount()).isPositive();
    assertThat(dataCache.getBlockCount()).isPositive();
  }
}
