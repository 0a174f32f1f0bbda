// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.warmup;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.chunk.Chunk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Warm-ups of a row over very many blocks, with the usual steps, window and memory. */
class WideRowTest {
  private static final RegionInfo REGION =
      RegionInfoBuilder.newBuilder(TableName.valueOf("t")).build();

  /** Number of the row, which is also the number of rows before it. */
  private static final int WIDE = 200;

  private static final int CELLS = 20_000;
  private static final long STEP_BYTES = 16 << 10;
  private static final int WINDOW = 3;

  /** Number of 2 KB blocks in a step, including one for the remainder. */
  private static final int BLOCKS_OF_STEP = 9;

  private final TestFiles files = new TestFiles();
  private final WarmupThreshold threshold = new WarmupThreshold();
  private final WarmupMeter meter = new WarmupMeter();
  private HFile.Reader newer;
  private HFile.Reader older;

  @TempDir Path folder;

  @BeforeEach
  void writeFiles() throws IOException {
    files.open(folder);
    newer = files.writeWithWideRow(WIDE, CELLS);
    older = files.writeWithWideRow(WIDE, CELLS);
    assertThat(files.dataBlockOffsets(older)).hasSizeGreaterThan(1000);
  }

  @AfterEach
  void closeFiles() throws IOException {
    files.close();
  }

  /** Otherwise a million blocks would be compared with a million. */
  @Test
  void blocksOfOneRowAreComparedAsOne() throws Exception {
    FileReads reads =
        new FileReads(
            new WarmCache(files.cache(), false),
            Pace.UNLIMITED,
            new WarmupControl(() -> false),
            meter);
    WarmupInput old =
        new WarmupInput(older, new WarmCache(files.cache(), false), new byte[0], null, reads);
    files.cacheAll(older);
    long bytes = 0;
    BlockWalk walk = files.walk(newer, TestFiles.row(WIDE));
    BlockSpan span = walk.next();
    while (!span.isWithinOneRow()) {
      span = walk.next();
    }

    WarmupInput.Overlap overlap = old.overlap(span);

    BlockWalk all = files.walk(older, new byte[0]);
    while (all.peek().isPresent()) {
      BlockSpan block = all.next();
      bytes += block.overlaps(span) ? block.onDiskSize() : 0;
    }
    assertThat(overlap.bytes()).isEqualTo(bytes).isEqualTo(overlap.cachedBytes());
    assertThat(old.comparisons())
        .as("rows before, the row, and its first and last block")
        .isLessThanOrEqualTo(WIDE / 10);
    assertThat(old.evictBefore(TestFiles.row(WIDE + 1), null))
        .isGreaterThan(1000)
        .isLessThanOrEqualTo(files.dataBlockOffsets(older).size());
  }

  @Test
  void wideRowHasStepsOfTheUsualSizeAndMovesTheThresholdAtItsEnd() throws Exception {
    files.cacheAll(older);
    List<Integer> cachedBehindThreshold = new ArrayList<>();
    Pace looking =
        bytes -> {
          if (!threshold.covers(TestFiles.row(WIDE)) && files.cachedData(newer) > 100) {
            cachedBehindThreshold.add(files.cachedData(older));
          }
          return 0;
        };
    Requests requests = new Requests();

    assertThat(warmup(requests, looking).run()).isTrue();

    int ofRow = files.dataBlockOffsets(older).size() - WIDE / 10;
    assertThat(cachedBehindThreshold)
        .as("old blocks of the row stay until all of its new ones are there")
        .hasSizeGreaterThan(1000)
        .allMatch(blocks -> blocks >= ofRow);
    assertThat(requests.most).isLessThanOrEqualTo(WINDOW);
    assertThat(files.cachedData(newer)).isEqualTo(files.dataBlockOffsets(newer).size());
    assertThat(files.cachedData(older)).isZero();
  }

  private Warmup warmup(ChunkSupply supply, Pace pace) {
    return new Warmup(
        new Warmup.Plan(
            List.of(new WarmupOutput(newer, supply)),
            List.of(older),
            REGION,
            new WarmCache(files.cache(), false),
            pace,
            true,
            STEP_BYTES,
            WINDOW),
        threshold,
        new WarmupControl(() -> false),
        meter);
  }

  /** A supply of chunks that never arrive, which counts the concurrent requests. */
  private static final class Requests implements ChunkSupply {
    private int open;
    private int most;

    @Override
    public List<Ticket> indexAndBloom() {
      return List.of();
    }

    @Override
    public Optional<Ticket> covering(long offset) {
      return Optional.of(
          new Ticket() {
            @Override
            public long endOffset() {
              return offset + BLOCKS_OF_STEP * (2L << 10);
            }

            @Override
            public void request() {
              open++;
              most = Math.max(most, open);
            }

            @Override
            public Chunk get() throws IOException {
              open--;
              throw new IOException("scripted");
            }
          });
    }
  }
}
