// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.warmup;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.chunk.ChunkBlock;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.io.hfile.HFileBlocks;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Warm-ups of a bucket cache that accepts blocks and then drops them without an error, as HBase's
 * does if its writers find no room. Here the blocks of the output are larger than any bucket.
 */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class DroppedBlocksTest {
  private static final int ROWS = 1000;
  private static final int SMALL_BLOCK_BYTES = 512;
  private static final int[] SMALL_BUCKETS = {1 << 10};

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void droppedBlocksAreCountedAndInputBlocksStay(boolean supplied) throws Exception {
    try (BucketFiles files = new BucketFiles(folder, "offheap", null, SMALL_BUCKETS)) {
      HFile.Reader older = files.write("r", "old", ROWS, SMALL_BLOCK_BYTES);
      HFile.Reader newer = files.write("r", "new", ROWS, BucketFiles.BLOCK_BYTES);
      files.scan(older);
      int before = awaitStored(files, older);

      files.warmUp(newer, supplied ? files.supplyOf(newer) : ChunkSupply.NONE, List.of(older));

      assertThat(files.cached(newer)).as("the last one is small").isLessThanOrEqualTo(1);
      assertThat(files.meter.refusedBlocks())
          .isEqualTo(files.dataBlocks(newer).size() - files.cached(newer));
      assertThat(files.meter.evictedBlocks()).isZero();
      assertThat(files.cached(older)).isEqualTo(before);
    }
  }

  /** The same files, with buckets for both block sizes. */
  @Test
  void storedBlocksReplaceInputBlocks() throws Exception {
    try (BucketFiles files = new BucketFiles(folder, "offheap", null, null)) {
      HFile.Reader older = files.write("r", "old", ROWS, SMALL_BLOCK_BYTES);
      HFile.Reader newer = files.write("r", "new", ROWS, BucketFiles.BLOCK_BYTES);
      files.scan(older);
      int before = awaitStored(files, older);

      files.warmUp(newer, files.supplyOf(newer), List.of(older));

      assertThat(files.meter.refusedBlocks()).isZero();
      assertThat(files.meter.evictedBlocks()).isEqualTo(before);
      assertThat(files.cached(newer)).isEqualTo(files.dataBlocks(newer).size());
      assertThat(files.cached(older)).isZero();
    }
  }

  @Test
  void insertionForAReaderHasAFewAttemptsPerChunk() throws Exception {
    TestFiles files = new TestFiles();
    files.open(folder);
    try (files) {
      HFile.Reader file = files.write(0, ROWS);
      List<ChunkBlock> chunk =
          files.blocks(file).stream()
              .filter(block -> block.getBlockType().isData())
              .map(block -> new ChunkBlock(HFileBlocks.offset(block), block))
              .limit(10)
              .toList();
      WarmCache cache = new WarmCache(files.cache(), false);
      WarmupControl control = new WarmupControl(() -> false);
      WarmupMeter meter = new WarmupMeter();

      files.refuse(Integer.MAX_VALUE);
      long before = cache.refusals();
      assertThat(cache.insertForReader(file.getPath(), chunk, control, meter)).isFalse();
      assertThat(cache.refusals() - before).isEqualTo(WarmCache.READER_INSERTIONS);
      assertThat(meter.refusedBlocks()).isEqualTo(1);
      assertThat(meter.remoteBlocks()).isZero();

      files.refuse(WarmCache.READER_INSERTIONS - 1);
      assertThat(cache.insertForReader(file.getPath(), chunk, control, meter)).isTrue();
      assertThat(meter.remoteBlocks()).isEqualTo(chunk.size());
      assertThat(files.cachedData(file)).isEqualTo(chunk.size());
      assertThat(meter.refusedBlocks()).isEqualTo(1);
    }
  }

  /** Index and Bloom blocks with the strategy {@code remote}. */
  @Test
  void blockRefusedForASecondIsCountedAndReportedToItsCaller() throws Exception {
    TestFiles files = new TestFiles();
    files.open(folder);
    try (files) {
      HFile.Reader file = files.write(0, ROWS);
      HFileBlock block = files.blocks(file).get(0);
      WarmCache cache = new WarmCache(files.cache(), false);
      WarmupControl control = new WarmupControl(() -> false);
      WarmupMeter meter = new WarmupMeter();

      files.refuse(Integer.MAX_VALUE);
      assertThat(cache.insert(file.getPath(), block, control, meter)).isFalse();
      assertThat(meter.refusedBlocks()).isEqualTo(1);
      assertThat(meter.remoteBlocks()).isZero();

      files.refuse(WarmCache.INSERTIONS / 2);
      assertThat(cache.insert(file.getPath(), block, control, meter)).isTrue();
      assertThat(meter.refusedBlocks()).isEqualTo(1);
      assertThat(meter.remoteBlocks()).isEqualTo(1);

      files.cache().evictBlocksByHfileName(file.getName());
      files.refuse(Integer.MAX_VALUE);
      control.stop();
      assertThat(cache.insert(file.getPath(), block, control, meter)).isFalse();
      assertThat(meter.refusedBlocks()).as("stopped, not refused").isEqualTo(1);
    }
  }

  /** A step of three blocks does not wait for 20 ms if the cache's writer needs less than one. */
  @Test
  void checksForStoredBlocksBeginAtAMillisecondAndTakeASecondTogether() {
    long all = 0;
    for (int look = 1; look <= WarmCache.INSERTIONS; look++) {
      all += WarmCache.pauseNanos(look);
    }

    assertThat(WarmCache.pauseNanos(1)).isEqualTo(TimeUnit.MILLISECONDS.toNanos(1));
    assertThat(WarmCache.pauseNanos(WarmCache.INSERTIONS)).isEqualTo(WarmCache.REFUSAL_PAUSE_NANOS);
    assertThat(TimeUnit.NANOSECONDS.toMillis(all)).isBetween(900L, 1000L);
  }

  private static int awaitStored(BucketFiles files, HFile.Reader file) throws Exception {
    int blocks = files.dataBlocks(file).size();
    while (files.cached(file) < blocks) {
      TimeUnit.MILLISECONDS.sleep(5); // until the cache's writer has stored them
    }
    return blocks;
  }
}
