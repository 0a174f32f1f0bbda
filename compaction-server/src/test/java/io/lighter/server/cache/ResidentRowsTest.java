// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lighter.chunk.ChunkBlock;
import io.lighter.chunk.ChunkDecoder;
import io.lighter.chunk.ChunkKind;
import io.lighter.chunk.ChunkVersion;
import io.lighter.chunk.RowBounds;
import io.lighter.common.CompactionJobId;
import io.lighter.common.protocol.LighterProtos.ChunkInfo;
import io.lighter.common.protocol.LighterProtos.FileChunks;
import io.lighter.common.protocol.LighterProtos.ResidentMap;
import io.lighter.common.protocol.LighterProtos.SubmitRequest;
import io.lighter.server.job.TestJobs;
import io.lighter.testing.fixtures.ManualClock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.io.hfile.HFileBlocks;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Captures of files of which only some rows are resident, as HBase writes them. */
class ResidentRowsTest {
  private static final OutputOrigin ORIGIN =
      new OutputOrigin("t", "beef", "f", "rs1.example,16020,5");
  private static final int CHUNK_BYTES = 20_000;
  private static final String FILE = "0123456789abcdef";

  @TempDir private Path folder;
  private final CompactionJobId job = CompactionJobId.random();
  private OutputCache cache = cache(64 << 20);

  private static final class NoEvents implements CacheEvents {
    @Override
    public void outputRetained() {}

    @Override
    public void chunkServed(long bytes) {}

    @Override
    public void chunkDropped() {}

    @Override
    public void lookedUp(boolean found) {}

    @Override
    public void leaseEnded() {}
  }

  @AfterEach
  void everythingIsFreedInTheEnd() {
    cache.close();
    assertThat(cache.usedBytes()).isZero();
  }

  @Test
  void exactlyTheBlocksWithResidentRowsAreRetained() throws IOException {
    List<HFileBlock> written = capture(map(range(300, 420), range(1000, 1001)));

    List<HFileBlock> data =
        written.stream().filter(block -> block.getBlockType().isData()).toList();
    List<Long> expected = new ArrayList<>();
    for (int i = 0; i < data.size(); i++) {
      byte[] first = RowBounds.firstRow(data.get(i));
      byte[] next = i + 1 < data.size() ? RowBounds.firstRow(data.get(i + 1)) : null;
      boolean has =
          (isBefore(first, 420) && (next == null || !isBefore(next, 300)))
              || (isBefore(first, 1001) && (next == null || !isBefore(next, 1000)));
      if (has) {
        expected.add(HFileBlocks.offset(data.get(i)));
      }
    }
    assertThat(offsets()).isEqualTo(expected).hasSizeBetween(4, data.size() / 5);
    assertThat(file().getOnlyResident()).isTrue();
  }

  @Test
  void indexAndBloomBlocksAreAlwaysRetained() throws IOException {
    List<HFileBlock> written = capture(map());

    List<ChunkInfo> chunks = file().getChunkList();
    assertThat(chunks)
        .isNotEmpty()
        .allMatch(chunk -> chunk.getKind() == ChunkInfo.Kind.INDEX_AND_BLOOM);
    assertThat(chunks.stream().mapToInt(ChunkInfo::getBlocks).sum())
        .isEqualTo(
            (int)
                written.stream()
                    .filter(block -> ChunkKind.INDEX_AND_BLOOM.holds(block.getBlockType()))
                    .count());
  }

  @Test
  void chunkEndsWhereAColdBlockFollows() throws IOException {
    capture(map(range(300, 310), range(1000, 1010)));

    List<ChunkInfo> data = dataChunks();
    assertThat(data).hasSize(2);
    assertThat(data.get(0).getEndOffset()).isLessThan(data.get(1).getFirstOffset());
    assertThat(isBefore(data.get(0).getEndRow().toByteArray(), 310)).isFalse();
    assertThat(isBefore(data.get(0).getEndRow().toByteArray(), 500)).isTrue();
    assertThat(isBefore(data.get(1).getFirstRow().toByteArray(), 1001)).isTrue();
  }

  @Test
  void mapOfAllRowsRetainsWhatNoMapRetains() throws IOException {
    capture(map(range(0, OutputCacheTest.ROWS)));
    List<ChunkInfo> withMap = file().getChunkList();
    assertThat(file().getOnlyResident()).isTrue();
    cache.release(job);

    capture(TestJobs.request().build());

    assertThat(file().getChunkList()).isEqualTo(withMap);
    assertThat(file().getOnlyResident()).as("an absent map").isFalse();
  }

  /** Such as the request of a compaction whose output the region server caches whole. */
  @Test
  void requestWithoutAMapRetainsEveryBlock() throws IOException {
    List<HFileBlock> written = capture(TestJobs.request().build());

    assertThat(offsets())
        .isEqualTo(
            written.stream()
                .filter(block -> block.getBlockType().isData())
                .map(HFileBlocks::offset)
                .toList())
        .hasSizeGreaterThan(20);
  }

  @Test
  void lastBlockOfAFileIsRetainedIfItsRowsAre() throws IOException {
    capture(map(range(OutputCacheTest.ROWS - 1, OutputCacheTest.ROWS)));

    assertThat(dataChunks()).hasSize(1);
    assertThat(dataChunks().get(0).hasEndRow()).isFalse();
  }

  @Test
  void coldBlocksAreNotTheOnlyOnesMissingIfMemoryIsShort() throws IOException {
    cache.close();
    cache = cache(10_000);

    capture(map(range(300, 900)));

    assertThat(file().getOnlyResident()).isFalse();
  }

  @Test
  void reportHasTheBytesOfTheWholeOutput() throws IOException {
    List<HFileBlock> written = capture(map(range(300, 310)));

    assertThat(cache.retainedReports().get(0).getOutputBytes())
        .isEqualTo(written.stream().mapToLong(HFileBlock::getOnDiskSizeWithHeader).sum());
  }

  @Test
  void tenthOfTheRowsIsLessThanAFifthOfTheOutput() throws IOException {
    capture(map(range(700, 700 + OutputCacheTest.ROWS / 10)));

    assertThat(cache.retainedBytes())
        .isPositive()
        .isLessThanOrEqualTo(cache.retainedReports().get(0).getOutputBytes() / 5);
  }

  @Test
  void captureOfAFailedJobHoldsNoBlock() throws IOException {
    List<HFileBlock> written;
    try (OutputCapture capture =
        cache.capture(
            job, ORIGIN, ChunkVersion.BLOCK_BY_BLOCK, ResidentRows.of(map(range(300, 310))))) {
      written = OutputCacheTest.write(folder, capture, FILE);
    }

    assertThat(written).extracting(HFileBlock::refCnt).containsOnly(0);
  }

  @Test
  void malformedMapIsRefused() {
    assertRefused(map(range(5, 5)), "range 0 is empty: expected from < to");
    assertRefused(map(range(5, 9), range(8, 10)), "range 1 starts before the end of the last one");
    assertRefused(map(range(5, 9), range(1, 2)), "range 1 starts before");
    SubmitRequest.Builder large = map(range(5, 9)).toBuilder();
    large
        .getResidentBuilder()
        .getRangeBuilder(0)
        .setTo(ByteString.copyFrom(new byte[ResidentRows.MOST_BYTES]));
    assertRefused(large.build(), "expected 1048576 at the most");
    SubmitRequest.Builder negative = map(range(5, 9)).toBuilder();
    negative.getResidentBuilder().setCoveredBytes(-1);
    assertRefused(negative.build(), "bytes below zero: expected zero or more");
  }

  private static void assertRefused(SubmitRequest request, String message) {
    assertThatThrownBy(() -> ResidentRows.of(request))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  private List<HFileBlock> capture(SubmitRequest request) throws IOException {
    try (OutputCapture capture =
        cache.capture(job, ORIGIN, ChunkVersion.BLOCK_BY_BLOCK, ResidentRows.of(request))) {
      List<HFileBlock> written = OutputCacheTest.write(folder, capture, FILE);
      capture.keep(List.of(FILE));
      return written;
    }
  }

  /** Offsets of the retained data blocks. */
  private List<Long> offsets() throws IOException {
    List<Long> offsets = new ArrayList<>();
    ChunkDecoder decoder = new ChunkDecoder(ChunkDecoder.Limits.ofRawBytes(CHUNK_BYTES));
    for (int i = 0; i < file().getChunkCount(); i++) {
      if (file().getChunk(i).getKind() == ChunkInfo.Kind.DATA) {
        StoredFrame frame = cache.fetch(job, FILE, i).orElseThrow();
        decoder.decode(frame.buffer()).blocks().stream()
            .map(ChunkBlock::offset)
            .forEach(offsets::add);
        frame.release();
      }
    }
    return offsets;
  }

  private FileChunks file() {
    return cache.list(job).orElseThrow().get(0);
  }

  private List<ChunkInfo> dataChunks() {
    return file().getChunkList().stream()
        .filter(chunk -> chunk.getKind() == ChunkInfo.Kind.DATA)
        .toList();
  }

  private static boolean isBefore(byte[] row, int number) {
    return Bytes.compareTo(row, OutputCacheTest.row(number)) < 0;
  }

  private static ResidentMap.Range range(int from, int to) {
    return ResidentMap.Range.newBuilder()
        .setFrom(ByteString.copyFrom(OutputCacheTest.row(from)))
        .setTo(ByteString.copyFrom(OutputCacheTest.row(to)))
        .build();
  }

  private static SubmitRequest map(ResidentMap.Range... ranges) {
    return TestJobs.request()
        .setResident(
            ResidentMap.newBuilder()
                .addAllRange(List.of(ranges))
                .setCachedBytes(1)
                .setCoveredBytes(1))
        .build();
  }

  private static OutputCache cache(long capacity) {
    return new OutputCache(
        new OutputCache.Settings(capacity, CHUNK_BYTES, Duration.ofSeconds(1)),
        new ManualClock(),
        new NoEvents());
  }
}
