// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.warmup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Warm-ups of a range of rows of real files. */
class WarmupOfRangeTest {
  private static final RegionInfo REGION =
      RegionInfoBuilder.newBuilder(TableName.valueOf("t")).build();
  private static final int ROWS = 2000;
  private static final int ROWS_PER_BLOCK = 25;

  private final TestFiles files = new TestFiles();
  private final WarmupMeter meter = new WarmupMeter();

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
  void everyRowOfTheRangeIsCachedAndNoBlockOutside() throws Exception {
    HFile.Reader file = files.write(0, ROWS);

    warm(rows(800, 1200), file);

    assertThat(range(800, 1200)).allMatch(row -> files.isCached(file, row));
    assertThat(range(0, 800 - ROWS_PER_BLOCK)).noneMatch(row -> files.isCached(file, row));
    assertThat(range(1200 + ROWS_PER_BLOCK, ROWS)).noneMatch(row -> files.isCached(file, row));
  }

  @Test
  void passedBytesEqualTheAnnouncedBytes() throws Exception {
    HFile.Reader file = files.write(0, ROWS);
    Warmup.Plan plan = plan(rows(800, 1200), file);

    long announced = bytes(plan);
    new Warmup(plan, new WarmupThreshold(), new WarmupControl(() -> false), meter).run();

    assertThat(announced).isPositive().isEqualTo(meter.passedBytes());
    assertThat(announced).isLessThan(bytes(plan(RowRange.ALL, file)) / 3);
  }

  @Test
  void fileWithoutRowsOfTheRangeIsNotRead() throws Exception {
    HFile.Reader before = files.write(0, 500);
    HFile.Reader behind = files.write(1500, ROWS);
    files.cacheIndex(behind); // the index has no block of the range

    warm(rows(800, 1200), before, behind);

    assertThat(meter.fileBlocks()).isZero();
    assertThat(files.cachedData(before) + files.cachedData(behind)).isZero();
  }

  @Test
  void rangeOfOneRowIsOneBlock() throws Exception {
    HFile.Reader file = files.write(0, ROWS);
    files.cacheIndex(file);

    warm(rows(1000, 1001), file);

    assertThat(files.isCached(file, 1000)).isTrue();
    assertThat(meter.fileBlocks()).isBetween(1L, 2L);
  }

  @Test
  void openRangesReachToTheEndsOfTheFile() throws Exception {
    HFile.Reader file = files.write(0, ROWS);

    warm(RowRange.of(new byte[0], TestFiles.row(100)), file);
    warm(RowRange.of(TestFiles.row(1900), new byte[0]), file);

    assertThat(files.isCached(file, 0)).isTrue();
    assertThat(files.isCached(file, ROWS - 1)).isTrue();
    assertThat(files.isCached(file, ROWS / 2)).isFalse();
  }

  private static long bytes(Warmup.Plan plan) throws Exception {
    return plan.dataBytes(new WarmupControl(() -> false), new WarmupMeter());
  }

  private void warm(RowRange rows, HFile.Reader... outputFiles) throws Exception {
    boolean through =
        new Warmup(
                plan(rows, outputFiles),
                new WarmupThreshold(),
                new WarmupControl(() -> false),
                meter)
            .run();
    assertThat(through).isTrue();
  }

  private Warmup.Plan plan(RowRange rows, HFile.Reader... outputFiles) {
    List<WarmupOutput> all =
        List.of(outputFiles).stream()
            .map(file -> new WarmupOutput(file, ChunkSupply.NONE))
            .toList();
    return new Warmup.Plan(
        all,
        List.of(),
        REGION,
        new WarmCache(files.cache(), false),
        Pace.UNLIMITED,
        false,
        16 << 10,
        2,
        rows);
  }

  private static RowRange rows(int from, int to) {
    return RowRange.of(TestFiles.row(from), TestFiles.row(to));
  }

  private static List<Integer> range(int from, int to) {
    return IntStream.range(from, to).boxed().toList();
  }
}
