// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.warmup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.io.hfile.AccessPriority;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockPriority;
import org.apache.hadoop.hbase.io.hfile.CacheStats;
import org.apache.hadoop.hbase.io.hfile.CachedBlock;
import org.apache.hadoop.hbase.io.hfile.CombinedBlockCache;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.io.hfile.LruAdaptiveBlockCache;
import org.apache.hadoop.hbase.io.hfile.LruBlockCache;
import org.apache.hadoop.hbase.io.hfile.TinyLfuBlockCache;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The priority of warmed blocks in a real on-heap block cache. */
class MultiAccessTest {
  private static final RegionInfo REGION =
      RegionInfoBuilder.newBuilder(TableName.valueOf("t")).build();
  private static final int ROWS = 2000;
  private static final int COLD_ROW = 400;
  private static final int HOT_ROW = 1000;
  private static final int CACHE_BYTES = 1 << 20;
  private static final int BLOCK_BYTES = 2 << 10;

  private final TestFiles files = new TestFiles();
  private final WarmupMeter meter = new WarmupMeter();
  private final LruBlockCache onHeap = new LruBlockCache(CACHE_BYTES, BLOCK_BYTES, false);

  @TempDir Path folder;

  @BeforeEach
  void openFileSystem() throws IOException {
    files.open(folder);
  }

  @AfterEach
  void closeFiles() throws IOException {
    files.close();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void outputBlockHasThePriorityOfTheBlocksThatItReplaces(boolean onlyResident) throws Exception {
    HFile.Reader newer = files.write(0, ROWS);

    warmUp(newer, List.of(readTwiceAroundTheHotRow()), onlyResident, false);

    assertThat(priority(newer, HOT_ROW)).isEqualTo(BlockPriority.MULTI);
    assertThat(priority(newer, COLD_ROW)).isEqualTo(BlockPriority.SINGLE);
    assertThat(priority(newer, 1600)).isEqualTo(BlockPriority.SINGLE);
    assertThat(meter.promotedBlocks()).isPositive().isEqualTo(multiAccessBlocks(newer));
  }

  @Test
  void promotionCountsAsNeitherHitNorMiss() throws Exception {
    HFile.Reader newer = files.write(0, ROWS);
    HFile.Reader older = readTwiceAroundTheHotRow();
    CacheStats stats = files.cache().getStats();
    List<Long> before = counters(stats);

    warmUp(newer, List.of(older), false, false);

    assertThat(meter.promotedBlocks()).isPositive();
    assertThat(counters(stats)).isEqualTo(before);
  }

  private static List<Long> counters(CacheStats stats) {
    return List.of(
        stats.getRequestCount(),
        stats.getHitCount(),
        stats.getHitCachingCount(),
        stats.getMissCount(),
        stats.getMissCachingCount());
  }

  /** A scan of another table reads each of its blocks once. */
  @Test
  void promotedBlocksOutliveAScanOfOtherBlocks() throws Exception {
    HFile.Reader newer = files.write(0, ROWS);
    warmUp(newer, List.of(readTwiceAroundTheHotRow()), false, false);
    assertThat(files.isCached(newer, COLD_ROW)).isTrue();
    HFileBlock other = files.uncached(newer, 0);

    LruBlockCache cache = files.cache();
    for (long i = 0; cache.getStats().getEvictedCount() < 2L * ROWS; i++) {
      cache.cacheBlock(new BlockCacheKey("scanned", i), other);
    }

    assertThat(files.isCached(newer, COLD_ROW)).isFalse();
    assertThat(files.isCached(newer, HOT_ROW)).isTrue();
  }

  /** If all output blocks with a hot row were promoted, nearly all blocks would be. */
  @Test
  void asManyBytesArePromotedAsTheInputsHadMultiAccessBlocks() throws Exception {
    HFile.Reader newer = files.write(0, ROWS);
    List<HFile.Reader> older = files.writeInTurns(ROWS, 4);
    int twice = 0;
    for (HFile.Reader file : older) {
      files.cacheAll(file);
      List<Long> offsets = files.dataBlockOffsets(file);
      for (int i = 0; i < offsets.size(); i += 2) {
        readAgain(file, offsets.get(i));
        twice++;
      }
    }

    warmUp(newer, older, false, false);

    assertThat(multiAccessBlocks(newer)).isCloseTo(twice, within(twice / 5));
    assertThat(multiAccessBlocks(newer)).isLessThanOrEqualTo(twice);
  }

  @Test
  void blocksOfAnInMemoryFamilyKeepThatPriority() throws Exception {
    HFile.Reader newer = files.write(0, ROWS);
    HFile.Reader older = readTwiceAroundTheHotRow();

    warmUp(newer, List.of(older), false, true);

    assertThat(meter.promotedBlocks()).isZero();
    assertThat(multiAccessBlocks(newer)).isZero();
  }

  @Test
  void secondAccessIsSeenInEachOnHeapCacheWithPriorities() throws Exception {
    HFile.Reader file = files.write(0, ROWS);
    HFileBlock block = files.uncached(file, 0);
    BlockCacheKey key = new BlockCacheKey(file.getName(), 0);
    LruAdaptiveBlockCache adaptive = new LruAdaptiveBlockCache(CACHE_BYTES, BLOCK_BYTES, false);

    for (BlockCache cache : List.of(onHeap, adaptive)) {
      cache.cacheBlock(key, block);
      assertThat(AccessPriority.isMultiple(cache, key)).isFalse();
      cache.getBlock(key, false, true, false).release();
      assertThat(AccessPriority.isMultiple(cache, key)).isTrue();
    }
  }

  @Test
  void peekIsNoAccess() throws Exception {
    HFile.Reader file = files.write(0, ROWS);
    BlockCacheKey key = new BlockCacheKey(file.getName(), 0);
    LruAdaptiveBlockCache adaptive = new LruAdaptiveBlockCache(CACHE_BYTES, BLOCK_BYTES, false);

    for (BlockCache cache : List.of(onHeap, adaptive)) {
      assertThat(AccessPriority.peek(cache, key)).isNull();
      cache.cacheBlock(key, files.uncached(file, 0));
      assertThat(AccessPriority.peek(cache, key)).isInstanceOf(HFileBlock.class);
      assertThat(AccessPriority.isMultiple(cache, key)).isFalse();
    }
  }

  @Test
  void otherCachesHaveNoPriorities() {
    CombinedBlockCache levels = new CombinedBlockCache(onHeap, onHeap);
    TinyLfuBlockCache tinyLfu =
        new TinyLfuBlockCache(CACHE_BYTES, BLOCK_BYTES, Runnable::run, HBaseConfiguration.create());

    for (BlockCache cache : List.of(levels, tinyLfu)) {
      assertThat(new WarmCache(cache, false).hasMultiAccessBlocks()).isFalse();
      assertThat(AccessPriority.isMultiple(cache, new BlockCacheKey("file", 0))).isFalse();
    }
    tinyLfu.shutdown();
  }

  private HFile.Reader readTwiceAroundTheHotRow() throws IOException {
    HFile.Reader older = files.write(0, ROWS);
    files.cacheAll(older);
    files.cacheRows(older, 800, 1200);
    return older;
  }

  private void readAgain(HFile.Reader file, long offset) {
    files.cache().getBlock(new BlockCacheKey(file.getName(), offset), true, false, true).release();
  }

  private void warmUp(
      HFile.Reader newer, List<HFile.Reader> older, boolean onlyResident, boolean inMemory)
      throws Exception {
    Warmup.Plan plan =
        new Warmup.Plan(
            List.of(new WarmupOutput(newer, ChunkSupply.NONE)),
            older,
            REGION,
            new WarmCache(files.cache(), inMemory),
            Pace.UNLIMITED,
            onlyResident,
            16 << 10,
            2);
    Warmup warmup = new Warmup(plan, new WarmupThreshold(), new WarmupControl(() -> false), meter);
    assertThat(warmup.run()).isTrue();
  }

  private BlockPriority priority(HFile.Reader file, int row) throws IOException {
    long offset = files.walk(file, TestFiles.row(row)).peek().orElseThrow().offset();
    for (CachedBlock block : files.cache()) {
      if (block.getFilename().equals(file.getName()) && block.getOffset() == offset) {
        return block.getBlockPriority();
      }
    }
    throw new AssertionError("row " + row + " is not cached");
  }

  private int multiAccessBlocks(HFile.Reader file) {
    int blocks = 0;
    for (CachedBlock block : files.cache()) {
      if (block.getFilename().equals(file.getName())
          && block.getBlockType().isData()
          && block.getBlockPriority() == BlockPriority.MULTI) {
        blocks++;
      }
    }
    return blocks;
  }
}
