// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.warmup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lighter.chunk.Chunk;
import io.lighter.chunk.ChunkBlock;
import io.lighter.chunk.ChunkKind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Warm-ups of real files and a real block cache. */
class WarmupTest {
  private static final RegionInfo REGION =
      RegionInfoBuilder.newBuilder(TableName.valueOf("t")).build();
  private static final int ROWS = 2000;
  private static final long STEP_BYTES = 16 << 10;

  private final TestFiles files = new TestFiles();
  private final WarmupThreshold threshold = new WarmupThreshold();
  private final WarmupMeter meter = new WarmupMeter();
  private boolean stop;
  private final WarmupControl control = new WarmupControl(() -> stop);

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
  @EnumSource(DataBlockEncoding.class)
  void walkFindsTheBlocksThatAScanFinds(DataBlockEncoding encoding) throws IOException {
    HFile.Reader file = files.write(0, ROWS, encoding);
    List<Long> byScan = files.dataBlockOffsets(file);

    List<Long> byIndex = new ArrayList<>();
    BlockWalk walk = files.walk(file, new byte[0]);
    while (walk.peek().isPresent()) {
      byIndex.add(walk.next().offset());
    }

    assertThat(byScan).hasSizeGreaterThan(20);
    assertThat(byIndex).isEqualTo(byScan);
  }

  @Test
  void warmupCachesAllOutputBlocksAndEvictsAllInputBlocks() throws Exception {
    HFile.Reader newer = files.write(0, ROWS);
    List<HFile.Reader> older = List.of(files.write(0, ROWS), files.write(500, 900));
    for (HFile.Reader file : older) {
      files.cacheIndex(file);
      files.cacheAll(file);
    }

    assertThat(warmup(newer, ChunkSupply.NONE, older, false).run()).isTrue();

    assertThat(threshold.isComplete()).isTrue();
    assertThat(files.cachedData(newer)).isEqualTo(files.dataBlockOffsets(newer).size());
    assertThat(files.cachedData(older.get(0))).isZero();
    assertThat(files.cachedData(older.get(1))).isZero();
    assertThat(meter.fileBlocks()).isEqualTo(files.blocks(newer).size());
  }

  /** A compaction may concern a part of the store's rows. */
  @Test
  void readsThatBeginBeforeTheOutputsRowsUseItOnceItsIndexIsWarm() throws Exception {
    HFile.Reader newer = files.write(100, ROWS);
    List<String> covered = new ArrayList<>();
    Pace looking =
        bytes -> {
          if (files.cachedData(newer) == 0) {
            covered.add(
                threshold.covers(TestFiles.row(99)) + " " + threshold.covers(TestFiles.row(100)));
          }
          return 0;
        };

    new Warmup(plan(newer, ChunkSupply.NONE, List.of(), looking, false), threshold, control, meter)
        .run();

    assertThat(covered.get(covered.size() - 1))
        .as("at the first data block")
        .isEqualTo("true false");
  }

  @Test
  void indexAndBloomBlocksArePacedAndCountedLikeData() throws Exception {
    HFile.Reader newer = files.writeWithBloom(0, ROWS);
    List<HFileBlock> blocks = files.blocks(newer);
    List<Long> paced = new ArrayList<>();
    Pace recording =
        bytes -> {
          paced.add(bytes);
          return 0;
        };

    new Warmup(
            plan(newer, ChunkSupply.NONE, List.of(), recording, false), threshold, control, meter)
        .run();

    assertThat(blocks)
        .extracting(HFileBlock::getBlockType)
        .contains(BlockType.DATA, BlockType.LEAF_INDEX, BlockType.BLOOM_CHUNK);
    assertThat(meter.fileBlocks()).isEqualTo(blocks.size());
    assertThat(meter.fileBytes())
        .isEqualTo(blocks.stream().mapToLong(HFileBlock::getUncompressedSizeWithoutHeader).sum())
        .isEqualTo(paced.stream().mapToLong(Long::longValue).sum());
  }

  @Test
  void stepsOfACompressedFileCountUncompressedBytes() throws Exception {
    HFile.Reader plain = files.write(0, ROWS);
    HFile.Reader compressed =
        files.write(0, ROWS, DataBlockEncoding.NONE, Compression.Algorithm.GZ);
    assertThat(compressed.length()).isLessThan(plain.length() / 3);

    assertThat(steps(compressed)).isCloseTo(steps(plain), within(2));
  }

  private int steps(HFile.Reader file) throws Exception {
    WarmupThreshold moving = new WarmupThreshold();
    Set<String> seen = new HashSet<>();
    Pace looking =
        bytes -> {
          seen.add(moving.toString());
          return 0;
        };
    new Warmup(plan(file, ChunkSupply.NONE, List.of(), looking, false), moving, control, meter)
        .run();
    return seen.size();
  }

  @Test
  void warmUpIsNotCountedInTheHitRatio() throws Exception {
    HFile.Reader newer = files.write(0, ROWS);
    HFile.Reader older = files.write(0, ROWS);
    files.cacheAll(older);
    long requests = files.cache().getStats().getRequestCount();

    warmup(newer, ChunkSupply.NONE, List.of(older), true).run();

    assertThat(files.cache().getStats().getRequestCount()).isEqualTo(requests);
  }

  /** Whatever row a read starts at, its files are cached at that row. */
  @Test
  void filesOfAReadAreCachedAtItsStartRowAtEveryMoment() throws Exception {
    HFile.Reader newer = files.write(0, ROWS);
    HFile.Reader older = files.write(0, ROWS);
    files.cacheAll(older);
    List<String> misses = new ArrayList<>();
    Pace looking =
        bytes -> {
          for (int row = 0; row < ROWS; row += 10) {
            HFile.Reader read = threshold.covers(TestFiles.row(row)) ? newer : older;
            if (!files.isCached(read, row)) {
              misses.add("row " + row + " with threshold " + threshold);
            }
          }
          return 0;
        };

    new Warmup(
            plan(newer, ChunkSupply.NONE, List.of(older), looking, false),
            threshold,
            control,
            meter)
        .run();

    assertThat(misses).isEmpty();
  }

  @Test
  void cacheGrowsByAtMostTheStepsInProgress() throws Exception {
    HFile.Reader newer = files.write(0, ROWS);
    HFile.Reader older = files.write(0, ROWS);
    files.cacheAll(older);
    files.cacheIndex(newer);
    long before = files.cache().getCurrentSize();
    List<Long> sizes = new ArrayList<>();
    Pace looking =
        bytes -> {
          sizes.add(files.cache().getCurrentSize());
          return 0;
        };

    new Warmup(
            plan(newer, ChunkSupply.NONE, List.of(older), looking, false),
            threshold,
            control,
            meter)
        .run();

    assertThat(sizes).isNotEmpty().allMatch(size -> size <= before + 4 * STEP_BYTES);
  }

  @Test
  void onlyResidentWarmupCachesOnlyCachedRows() throws Exception {
    HFile.Reader newer = files.write(0, ROWS);
    HFile.Reader older = files.write(0, ROWS);
    files.cacheRows(older, 800, 1200);
    files.cacheIndex(older);
    files.cacheIndex(newer);

    warmup(newer, ChunkSupply.NONE, List.of(older), true).run();

    assertThat(files.isCached(newer, 1000)).isTrue();
    assertThat(files.isCached(newer, 400)).isFalse();
    assertThat(files.isCached(newer, 1600)).isFalse();
    assertThat(meter.skippedBlocks()).isPositive();
    assertThat(meter.fileBlocks() + meter.skippedBlocks())
        .isEqualTo(files.dataBlockOffsets(newer).size());
  }

  @Test
  void onlyResidentWarmupCachesAsMuchAsWasCached() throws Exception {
    HFile.Reader newer = files.write(0, ROWS);
    List<HFile.Reader> older = files.writeInTurns(ROWS, 4);
    files.cacheIndex(newer);
    long before = 0;
    for (HFile.Reader file : older) {
      files.cacheIndex(file);
      before += files.cacheEverySecondBlock(file);
    }

    warmup(newer, new FakeSupply(newer, 5), older, true).run();

    int blocks = files.dataBlockOffsets(newer).size();
    assertThat(files.cachedData(newer))
        .isLessThanOrEqualTo((int) before)
        .isCloseTo(blocks / 2, within(blocks / 10));
    assertThat(meter.skippedBlocks()).isEqualTo(blocks - files.cachedData(newer));
  }

  @Test
  void rowsWithTheMostCachedBlocksComeFirstInAPartlyCachedChunk() throws Exception {
    HFile.Reader newer = files.write(0, ROWS);
    List<HFile.Reader> older = files.writeInTurns(ROWS, 4);
    files.cacheIndex(newer);
    for (HFile.Reader file : older) {
      files.cacheIndex(file);
      files.cacheRows(file, 1000, 1600);
    }
    files.cacheRows(older.get(0), 0, 1000);

    warmup(newer, new FakeSupply(newer, 1000), older, true).run();

    for (int row = 1100; row < 1500; row++) {
      assertThat(files.isCached(newer, row)).as("row %d", row).isTrue();
    }
    assertThat(files.isCached(newer, 1900)).isFalse();
  }

  @Test
  void blocksThatWereColdAtTheRequestAreReadOnlyIfMostOfTheirInputsAreCachedNow() throws Exception {
    HFile.Reader newer = files.write(0, ROWS);
    List<HFile.Reader> older = files.writeInTurns(ROWS, 4);
    files.cacheIndex(newer);
    for (HFile.Reader file : older) {
      files.cacheIndex(file);
      files.cacheRows(file, 1000, 1600);
    }
    files.cacheRows(older.get(0), 0, 1000);
    ChunkSupply withoutColdBlocks =
        new ChunkSupply() {
          @Override
          public List<Ticket> indexAndBloom() {
            return List.of();
          }

          @Override
          public boolean lacksOnlyCold() {
            return true;
          }

          @Override
          public Optional<Ticket> covering(long offset) {
            return Optional.empty();
          }
        };

    warmup(newer, withoutColdBlocks, older, true).run();

    assertThat(threshold.isComplete()).isTrue();
    for (int row = 0; row < 900; row++) {
      assertThat(files.isCached(newer, row)).as("row %d", row).isFalse();
    }
    for (int row = 1100; row < 1500; row++) {
      assertThat(files.isCached(newer, row)).as("row %d", row).isTrue();
    }
  }

  @Test
  void suppliedBlocksAreNotReadFromTheFile() throws Exception {
    HFile.Reader newer = files.write(0, ROWS);
    FakeSupply supply = new FakeSupply(newer, 5);
    files.cacheIndex(newer);

    warmup(newer, supply, List.of(), false).run();

    assertThat(meter.fileBlocks()).isZero();
    assertThat(meter.remoteBlocks()).isEqualTo(files.dataBlockOffsets(newer).size());
    assertThat(files.cachedData(newer)).isEqualTo(files.dataBlockOffsets(newer).size());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void refusedBlockIsCachedBeforeTheThresholdPasses(boolean supplied) throws Exception {
    HFile.Reader newer = files.write(0, ROWS);
    ChunkSupply supply = supplied ? new FakeSupply(newer, 5) : ChunkSupply.NONE;
    files.cacheIndex(newer);
    files.refuse(5);

    assertThat(warmup(newer, supply, List.of(), false).run()).isTrue();

    assertThat(files.cachedData(newer)).isEqualTo(files.dataBlockOffsets(newer).size());
    assertThat(meter.refusedBlocks()).isZero();
  }

  @Test
  void blockThatTheCacheAlwaysRefusesIsCountedAndPassed() throws Exception {
    HFile.Reader newer = files.write(0, ROWS);
    files.cacheIndex(newer);
    files.refuse(60);

    assertThat(warmup(newer, new FakeSupply(newer, 5), List.of(), false).run()).isTrue();

    assertThat(meter.refusedBlocks()).isEqualTo(1);
    assertThat(files.cachedData(newer)).isEqualTo(files.dataBlockOffsets(newer).size() - 1);
  }

  @Test
  void chunkThatTheSupplyFailsToDeliverIsReadFromTheFile() throws Exception {
    HFile.Reader newer = files.write(0, ROWS);
    FakeSupply supply = new FakeSupply(newer, 5);
    supply.failing = true;

    assertThat(warmup(newer, supply, List.of(), false).run()).isTrue();

    assertThat(meter.lostChunks()).isPositive();
    assertThat(meter.remoteBlocks()).isZero();
    assertThat(files.cachedData(newer)).isEqualTo(files.dataBlockOffsets(newer).size());
  }

  @Test
  void stoppedWarmupKeepsTheThresholdAndTheInputBlocksAboveIt() throws Exception {
    HFile.Reader newer = files.write(0, ROWS);
    HFile.Reader older = files.write(0, ROWS);
    files.cacheAll(older);
    Pace stopping =
        bytes -> {
          stop = threshold.covers(TestFiles.row(ROWS / 2));
          return 0;
        };

    boolean through =
        new Warmup(
                plan(newer, ChunkSupply.NONE, List.of(older), stopping, false),
                threshold,
                control,
                meter)
            .run();

    assertThat(through).isFalse();
    assertThat(threshold.isComplete()).isFalse();
    assertThat(threshold.covers(TestFiles.row(ROWS - 1))).isFalse();
    assertThat(files.isCached(older, ROWS - 1)).isTrue();
  }

  @Test
  void thresholdIsBehindTheSlowestOfSeveralOutputFiles() throws Exception {
    HFile.Reader lower = files.write(0, 1000);
    HFile.Reader upper = files.write(1000, ROWS);
    HFile.Reader whole = files.write(0, ROWS);
    List<String> wrong = new ArrayList<>();
    Pace looking =
        bytes -> {
          for (int row = 0; row < ROWS; row += 25) {
            HFile.Reader part = row < 1000 ? lower : upper;
            if (threshold.covers(TestFiles.row(row))
                && !(files.isCached(part, row) && files.isCached(whole, row))) {
              wrong.add("row " + row);
            }
          }
          return 0;
        };
    List<WarmupOutput> all =
        List.of(
            new WarmupOutput(upper, ChunkSupply.NONE),
            new WarmupOutput(whole, ChunkSupply.NONE),
            new WarmupOutput(lower, ChunkSupply.NONE));

    new Warmup(
            new Warmup.Plan(
                all,
                List.of(),
                REGION,
                new WarmCache(files.cache(), false),
                looking,
                false,
                STEP_BYTES,
                2),
            threshold,
            control,
            meter)
        .run();

    assertThat(wrong).isEmpty();
    assertThat(threshold.isComplete()).isTrue();
  }

  @Test
  void fileWithoutCellsIsWarmAtOnce() throws Exception {
    HFile.Reader empty = files.write(0, 0);

    assertThat(warmup(empty, ChunkSupply.NONE, List.of(), false).run()).isTrue();

    assertThat(threshold.isComplete()).isTrue();
  }

  private Warmup warmup(
      HFile.Reader newer, ChunkSupply supply, List<HFile.Reader> older, boolean onlyResident) {
    return new Warmup(
        plan(newer, supply, older, Pace.UNLIMITED, onlyResident), threshold, control, meter);
  }

  private Warmup.Plan plan(
      HFile.Reader newer,
      ChunkSupply supply,
      List<HFile.Reader> older,
      Pace pace,
      boolean onlyResident) {
    return new Warmup.Plan(
        List.of(new WarmupOutput(newer, supply)),
        older,
        REGION,
        new WarmCache(files.cache(), false),
        pace,
        onlyResident,
        STEP_BYTES,
        2);
  }

  /** A supply with every data block, several to a chunk. */
  private final class FakeSupply implements ChunkSupply {
    private final HFile.Reader file;
    private final List<Long> offsets;
    private final int blocksPerChunk;
    private boolean failing;

    FakeSupply(HFile.Reader file, int blocksPerChunk) throws IOException {
      this.file = file;
      this.offsets = files.dataBlockOffsets(file);
      this.blocksPerChunk = blocksPerChunk;
    }

    @Override
    public List<Ticket> indexAndBloom() {
      return List.of();
    }

    @Override
    public Optional<Ticket> covering(long offset) {
      int first = offsets.indexOf(offset) / blocksPerChunk * blocksPerChunk;
      int end = Math.min(offsets.size(), first + blocksPerChunk);
      return Optional.of(
          new Ticket() {
            @Override
            public long endOffset() {
              return end == offsets.size() ? Long.MAX_VALUE : offsets.get(end);
            }

            @Override
            public void request() {}

            @Override
            public Chunk get() throws IOException {
              if (failing) {
                throw new IOException("gone");
              }
              List<ChunkBlock> blocks = new ArrayList<>();
              for (long each : offsets.subList(first, end)) {
                HFileBlock block = files.uncached(file, each);
                blocks.add(new ChunkBlock(each, block));
              }
              return new Chunk(ChunkKind.DATA, blocks);
            }
          });
    }
  }
}
