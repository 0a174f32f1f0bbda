// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.warmup;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.warmup.ResidentMap.Range;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.CacheStats;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.io.hfile.HFileBlocks;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Maps of real files and a real block cache. */
class ResidentScanTest {
  private static final int ROWS = 2000;
  private static final ResidentScan.Limits PLENTY =
      new ResidentScan.Limits(100_000, Long.MAX_VALUE, 64 << 10);

  private final TestFiles files = new TestFiles();

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
  void emptyCacheGivesAMapWithoutRanges() throws IOException {
    HFile.Reader file = files.write(0, ROWS);
    files.cacheIndex(file);

    ResidentMap map = map(file);

    assertThat(map.ranges()).isEmpty();
    assertThat(map.cachedBytes()).isZero();
    assertThat(map.coveredBytes()).isZero();
  }

  @Test
  void cachedFileIsOneRangeOfAllItsRows() throws IOException {
    HFile.Reader file = files.write(0, ROWS);
    cacheWithIndex(file);

    ResidentMap map = map(file);

    assertThat(map.ranges()).hasSize(1);
    assertThat(has(map, 0)).isTrue();
    assertThat(has(map, ROWS - 1)).isTrue();
    assertThat(map.ranges().get(0).to())
        .as("ends")
        .isEqualTo(Bytes.add(lastRow(file), new byte[1]));
    assertThat(map.cachedBytes()).isEqualTo(dataBytes(file)).isEqualTo(map.coveredBytes());
  }

  @Test
  void mapHasExactlyTheRowsOfCachedBlocks() throws IOException {
    HFile.Reader file = files.write(0, ROWS);
    files.cacheIndex(file);
    files.cacheEverySecondBlock(file);

    ResidentMap map = map(file);

    for (int row = 0; row < ROWS; row++) {
      assertThat(has(map, row)).as("row %d", row).isEqualTo(files.isCached(file, row));
    }
    assertThat(map.ranges()).hasSize((files.dataBlockOffsets(file).size() + 1) / 2);
    assertDisjoint(map);
  }

  @Test
  void scanReadsNothingAndCountsNoRequest() throws IOException {
    HFile.Reader uncached = files.write(0, ROWS);
    HFile.Reader cached = files.write(0, ROWS);
    files.cacheRows(cached, 800, 1200);
    CacheStats stats = files.cache().getStats();
    long requests = stats.getRequestCount();
    long blocks = files.cache().getBlockCount();
    uncached.close(false); // a read would fail

    ResidentMap map = map(uncached, cached);

    assertThat(stats.getRequestCount()).isEqualTo(requests);
    assertThat(files.cache().getBlockCount()).isEqualTo(blocks);
    assertThat(has(map, 1000)).isTrue();
  }

  @Test
  void rowsBehindAnUncachedIndexBlockCountAsCold() throws IOException {
    HFile.Reader file = files.write(0, ROWS);
    cacheWithIndex(file);
    HFileBlock leaf =
        files.blocks(file).stream()
            .filter(block -> block.getBlockType() == BlockType.LEAF_INDEX)
            .skip(2)
            .findFirst()
            .orElseThrow();
    files.cache().evictBlock(new BlockCacheKey(file.getName(), HFileBlocks.offset(leaf)));

    ResidentMap map = map(file);

    assertThat(has(map, 0)).isTrue();
    assertThat(has(map, ROWS - 1)).isTrue();
    assertThat(map.ranges()).hasSize(2);
    assertThat(map.cachedBytes()).isBetween(1L, dataBytes(file) - 1);
    int hole = 0;
    while (has(map, hole)) {
      hole++;
    }
    List<Long> offsets = files.dataBlockOffsets(file);
    for (int i = 1; i < 8; i += 2) {
      files.cache().evictBlock(new BlockCacheKey(file.getName(), offsets.get(i)));
    }

    ResidentMap twoRanges = map(new ResidentScan.Limits(100_000, Long.MAX_VALUE, 80), file);

    assertThat(twoRanges.ranges()).as("merged over small gaps").hasSize(2);
    assertThat(has(twoRanges, hole + 40)).as("the largest gap").isFalse();
  }

  @Test
  void noMoreIsChosenThanIsCached() throws IOException {
    List<HFile.Reader> older = files.writeInTurns(ROWS, 4);
    for (HFile.Reader file : older) {
      files.cacheIndex(file);
    }
    files.cacheEverySecondBlock(older.get(0));
    files.cacheRows(older.get(1), 500, 600);
    files.cacheRows(older.get(2), 500, 600);

    ResidentMap map = map(older.toArray(HFile.Reader[]::new));

    assertThat(map.cachedBytes()).isPositive();
    assertThat(map.coveredBytes()).isBetween(map.cachedBytes() / 2, map.cachedBytes());
    for (int row = 520; row < 580; row++) {
      assertThat(has(map, row)).as("row %d, cached in two inputs", row).isTrue();
    }
  }

  @Test
  void cachedEndOfOneFileIsNoReasonToRetainTheNextFile() throws IOException {
    HFile.Reader first = files.write(0, 1000);
    HFile.Reader second = files.write(1000, ROWS);
    cacheWithIndex(first);
    files.cacheIndex(second);

    ResidentMap map = map(first, second);

    assertThat(has(map, 999)).isTrue();
    assertThat(has(map, 1000)).isFalse();
    assertThat(has(map, 1900)).isFalse();
  }

  @Test
  void onlyRowsOfTheRegionCount() throws IOException {
    HFile.Reader file = files.write(0, ROWS);
    cacheWithIndex(file);

    ResidentMap map =
        scan(RowRange.of(TestFiles.row(500), TestFiles.row(1000)), PLENTY, file).orElseThrow();

    assertThat(has(map, 499)).isFalse();
    assertThat(has(map, 500)).isTrue();
    assertThat(has(map, 999)).isTrue();
    assertThat(has(map, 1100)).isFalse();
    assertThat(map.cachedBytes()).isLessThan(dataBytes(file) / 2);
  }

  @Test
  void rowOverManyBlocksIsOneRange() throws IOException {
    HFile.Reader file = files.writeWithWideRow(100, 1000);
    cacheWithIndex(file);

    ResidentMap map = map(file);

    assertThat(map.ranges()).hasSize(1);
    assertThat(map.coveredBytes()).isEqualTo(map.cachedBytes()).isEqualTo(dataBytes(file));
    assertThat(has(map, 100)).isTrue();
    assertThat(has(map, 101)).isTrue();
  }

  @Test
  void boundedMapCoversAllCachedRows() throws IOException {
    HFile.Reader file = files.write(0, ROWS);
    files.cacheIndex(file);
    files.cacheEverySecondBlock(file);
    int bytes = 512;

    ResidentMap map = map(new ResidentScan.Limits(100_000, Long.MAX_VALUE, bytes), file);

    assertThat(size(map)).isBetween(bytes / 2, bytes);
    assertThat(map.coveredBytes()).isGreaterThan(map.cachedBytes());
    assertDisjoint(map);
    for (int row = 0; row < ROWS; row++) {
      assertThat(has(map, row) || !files.isCached(file, row)).as("row %d", row).isTrue();
    }
  }

  @Test
  void rangesWithTheSmallestGapsAreMerged() {
    byte[][] rows = new byte[8][];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = TestFiles.row(i);
    }
    ResidentRanges ranges = new ResidentRanges(2 * (2 * rows[0].length + 8));
    ranges.add(rows[0], rows[1], 10);
    ranges.skip(700);
    ranges.add(rows[2], rows[3], 20);
    ranges.skip(5);
    ranges.skip(6);
    ranges.add(rows[4], rows[5], 40);
    ranges.skip(300);
    ranges.add(rows[6], rows[7], 80);

    List<Range> merged = ranges.ranges();

    assertThat(merged).extracting(Range::from).containsExactly(rows[0], rows[2]);
    assertThat(merged).extracting(Range::to).containsExactly(rows[1], rows[7]);
    assertThat(ranges.coveredBytes()).isEqualTo(10 + 20 + 11 + 40 + 300 + 80);
  }

  @Test
  void noMapBeyondABound() throws IOException {
    HFile.Reader file = files.write(0, 20 * ROWS);
    cacheWithIndex(file);
    AtomicLong slowly = new AtomicLong();
    int blocks = files.dataBlockOffsets(file).size();

    assertThat(scan(RowRange.ALL, new ResidentScan.Limits(blocks - 1, Long.MAX_VALUE, 1024), file))
        .isEmpty();
    assertThat(scan(RowRange.ALL, new ResidentScan.Limits(blocks, Long.MAX_VALUE, 1024), file))
        .isPresent();
    assertThat(scan(RowRange.ALL, new ResidentScan.Limits(blocks, Long.MAX_VALUE, 10), file))
        .as("rows longer than the bound")
        .isEmpty();
    try (ResidentScan scan =
        new ResidentScan(
            List.of(file),
            RowRange.ALL,
            new WarmCache(files.cache(), false),
            new ResidentScan.Limits(blocks, 3, 1024),
            slowly::getAndIncrement)) {
      assertThat(scan.map()).isEmpty();
    }
  }

  private ResidentMap map(HFile.Reader... inputs) throws IOException {
    return map(PLENTY, inputs);
  }

  private ResidentMap map(ResidentScan.Limits limits, HFile.Reader... inputs) throws IOException {
    return scan(RowRange.ALL, limits, inputs).orElseThrow();
  }

  private Optional<ResidentMap> scan(
      RowRange rows, ResidentScan.Limits limits, HFile.Reader... inputs) throws IOException {
    try (ResidentScan scan =
        new ResidentScan(
            List.of(inputs), rows, new WarmCache(files.cache(), false), limits, () -> 0)) {
      return scan.map();
    }
  }

  /** Caches all blocks; a scan alone leaves out index blocks. */
  private void cacheWithIndex(HFile.Reader file) throws IOException {
    files.cacheIndex(file);
    files.cacheAll(file);
  }

  private static boolean has(ResidentMap map, int number) {
    byte[] row = TestFiles.row(number);
    return map.ranges().stream()
        .anyMatch(
            range ->
                Bytes.compareTo(range.from(), row) <= 0 && Bytes.compareTo(row, range.to()) < 0);
  }

  private static void assertDisjoint(ResidentMap map) {
    List<byte[]> edges = new ArrayList<>();
    map.ranges()
        .forEach(
            range -> {
              edges.add(range.from());
              edges.add(range.to());
            });
    for (int i = 1; i < edges.size(); i++) {
      assertThat(Bytes.compareTo(edges.get(i - 1), edges.get(i))).isNegative();
    }
  }

  private static int size(ResidentMap map) {
    return map.ranges().stream()
        .mapToInt(range -> range.from().length + range.to().length + ResidentRanges.RANGE_BYTES)
        .sum();
  }

  private static byte[] lastRow(HFile.Reader file) {
    return file.getLastRowKey().orElseThrow();
  }

  private long dataBytes(HFile.Reader file) throws IOException {
    return files.blocks(file).stream()
        .filter(block -> block.getBlockType().isData())
        .mapToLong(HFileBlock::getOnDiskSizeWithHeader)
        .sum();
  }
}
