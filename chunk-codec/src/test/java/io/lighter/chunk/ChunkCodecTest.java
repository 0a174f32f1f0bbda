// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.chunk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lighter.chunk.ChunkDecoder.Limits;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.io.hfile.HFileBlocks;
import org.apache.hadoop.hbase.io.hfile.HFileScanner;
import org.apache.hadoop.hbase.io.hfile.LruBlockCache;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ChunkCodecTest {
  private static final int ROWS = 3000;
  private static final int CHUNK_BYTES = 20_000;
  private static final ChunkVersion VERSION = ChunkVersion.BLOCK_BY_BLOCK;

  @TempDir private Path folder;
  private final ChunkDecoder decoder = new ChunkDecoder(Limits.max());

  @ParameterizedTest
  @EnumSource(DataBlockEncoding.class)
  void decodedBlocksAreTheOnesThatHBaseCachesWhenItWrites(DataBlockEncoding encoding)
      throws IOException {
    for (Compression.Algorithm compression :
        List.of(Compression.Algorithm.NONE, Compression.Algorithm.GZ)) {
      WrittenFile file = WrittenFile.of(folder, encoding, compression, ROWS);
      for (ChunkKind kind : ChunkKind.values()) {
        for (ChunkVersion version : ChunkVersion.values()) {
          assertThat(decode(file.chunks(kind, version, CHUNK_BYTES)))
              .as("%s %s %s %s", encoding, compression, kind, version)
              .isEqualTo(file.blocks(kind));
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(DataBlockEncoding.class)
  void decodedBlocksServeAReaderThatFindsNothingInTheFileSystem(DataBlockEncoding encoding)
      throws IOException {
    WrittenFile file = WrittenFile.of(folder, encoding, Compression.Algorithm.GZ, ROWS);
    LruBlockCache cache = new LruBlockCache(64 << 20, 4 << 10, false);
    for (ChunkKind kind : ChunkKind.values()) {
      for (HFileBlock block : decode(file.chunks(kind, VERSION, CHUNK_BYTES))) {
        cache.cacheBlock(
            new BlockCacheKey(
                file.path().getName(), HFileBlocks.offset(block), true, block.getBlockType()),
            block);
      }
    }
    long misses = cache.getStats().getMissCount();
    try (HFile.Reader reader =
            HFile.createReader(
                FileSystem.get(file.conf()),
                file.path(),
                new CacheConfig(file.conf(), cache),
                true,
                file.conf());
        HFileScanner scanner = reader.getScanner(file.conf(), true, true)) {
      assertThat(scanner.seekTo()).isTrue();
      int rows = 0;
      do {
        assertThat(Bytes.toStringBinary(CellUtil.cloneRow(scanner.getCell())))
            .isEqualTo(Bytes.toStringBinary(WrittenFile.row(rows)));
        rows++;
      } while (scanner.next());
      assertThat(rows).isEqualTo(ROWS);
    }
    assertThat(cache.getStats().getMissCount()).isEqualTo(misses);
  }

  @ParameterizedTest
  @EnumSource(DataBlockEncoding.class)
  void cachingADecodedBlockBesideTheOneAReaderCachedIsHarmless(DataBlockEncoding encoding)
      throws IOException {
    WrittenFile file = WrittenFile.of(folder, encoding, Compression.Algorithm.GZ, ROWS);
    LruBlockCache cache = new LruBlockCache(64 << 20, 4 << 10, false);
    try (HFile.Reader reader =
        HFile.createReader(
            FileSystem.get(file.conf()),
            file.path(),
            new CacheConfig(file.conf(), cache),
            true,
            file.conf())) {
      for (HFileBlock block : decode(file.chunks(ChunkKind.DATA, VERSION, CHUNK_BYTES))) {
        HFileBlock read =
            reader.readBlock(
                HFileBlocks.offset(block),
                -1,
                true,
                true,
                false,
                false,
                block.getBlockType(),
                encoding);
        assertThat(WrittenFile.serialized(block)).isEqualTo(WrittenFile.serialized(read));
        BlockCacheKey key =
            new BlockCacheKey(
                file.path().getName(), HFileBlocks.offset(block), true, BlockType.DATA);
        cache.cacheBlock(key, block); // throws if the contents differ
      }
    }
  }

  @ParameterizedTest
  @EnumSource(DataBlockEncoding.class)
  void firstRowsOfDataBlocksAreReadInEveryEncoding(DataBlockEncoding encoding) throws IOException {
    WrittenFile file = WrittenFile.of(folder, encoding, Compression.Algorithm.NONE, ROWS);
    try (HFile.Reader reader =
            HFile.createReader(
                FileSystem.get(file.conf()), file.path(), CacheConfig.DISABLED, true, file.conf());
        HFileScanner scanner = reader.getScanner(file.conf(), false, true)) {
      int previous = -1;
      for (HFileBlock block : decode(file.chunks(ChunkKind.DATA, VERSION, CHUNK_BYTES))) {
        int row = WrittenFile.number(RowBounds.firstRow(block));
        assertThat(row).isGreaterThan(previous);
        if (row > 0) { // the file's index says that a block ends between the row before and this
          assertThat(scanner.seekTo(cell(row - 1))).isZero();
          Cell boundary = scanner.getNextIndexedKey();
          CellComparator order = CellComparator.getInstance();
          assertThat(order.compare(cell(row - 1), boundary)).isNegative();
          assertThat(order.compare(boundary, cell(row))).isNotPositive();
        }
        previous = row;
      }
    }
  }

  private static Cell cell(int row) {
    return WrittenFile.cell(row, new byte[0]);
  }

  @Test
  void indexBlockHasNoFirstRow() throws IOException {
    WrittenFile file = plain();
    assertThatThrownBy(() -> RowBounds.firstRow(file.blocks(ChunkKind.INDEX_AND_BLOOM).get(0)))
        .isInstanceOf(IOException.class);
  }

  @ParameterizedTest
  @EnumSource
  void chunksStayWithinTargetSizeAndReportKind(ChunkVersion version) throws IOException {
    List<EncodedChunk> chunks = plain().chunks(ChunkKind.DATA, version, CHUNK_BYTES);

    assertThat(chunks).hasSizeGreaterThan(3);
    for (EncodedChunk chunk : chunks) {
      Chunk decoded = decoder.decode(chunk.frame());
      assertThat(chunk.rawBytes()).isLessThanOrEqualTo(CHUNK_BYTES);
      assertThat(chunk.blocks()).isEqualTo(decoded.blocks().size());
      assertThat(chunk.firstOffset()).isEqualTo(decoded.blocks().get(0).offset());
      assertThat(chunk.lastOffset())
          .isEqualTo(decoded.blocks().get(decoded.blocks().size() - 1).offset());
      assertThat(chunk.kind()).isEqualTo(decoded.kind());
      assertThat(chunk.version()).isEqualTo(version);
      assertThat(chunk.frame().get(4)).isEqualTo((byte) version.number());
    }
  }

  @ParameterizedTest
  @EnumSource
  void blockLargerThanTheTargetGetsItsOwnChunk(ChunkVersion version) throws IOException {
    WrittenFile file = plain();
    List<EncodedChunk> chunks = file.chunks(ChunkKind.DATA, version, 100);
    assertThat(chunks).hasSize(file.blocks(ChunkKind.DATA).size());
    assertThat(decode(chunks)).isEqualTo(file.blocks(ChunkKind.DATA));
  }

  @ParameterizedTest
  @EnumSource
  void framesInDirectMemoryAndAtAnyPositionDecode(ChunkVersion version) throws IOException {
    EncodedChunk chunk = plain().chunks(ChunkKind.DATA, version, CHUNK_BYTES).get(0);
    for (ByteBuffer place :
        List.of(
            ByteBuffer.allocate(chunk.frameBytes() + 9),
            ByteBuffer.allocateDirect(chunk.frameBytes() + 9))) {
      place.position(5).put(chunk.frame().duplicate()).flip().position(5);
      assertThat(decoder.decode(place.slice()).blocks()).hasSize(chunk.blocks());
      assertThat(decoder.decode(place.asReadOnlyBuffer()).blocks()).hasSize(chunk.blocks());
      assertThat(place.position()).isEqualTo(5);
    }
  }

  @ParameterizedTest
  @EnumSource
  void eachBlockOwnsItsMemory(ChunkVersion version) throws IOException {
    EncodedChunk chunk = plain().chunks(ChunkKind.DATA, version, CHUNK_BYTES).get(0);
    for (ChunkBlock decoded : decoder.decode(chunk.frame()).blocks()) {
      assertThat(decoded.block().getBufferReadOnly().array())
          .hasSize(decoded.block().getSerializedLength());
      assertThat(decoded.block().isSharedMem()).isFalse();
    }
  }

  @ParameterizedTest
  @EnumSource
  void frameBeyondTheLimitsIsRefused(ChunkVersion version) throws IOException {
    EncodedChunk chunk = plain().chunks(ChunkKind.DATA, version, CHUNK_BYTES).get(0);

    assertThatThrownBy(
            () ->
                new ChunkDecoder(new Limits(chunk.frameBytes() - 1, 1 << 20)).decode(chunk.frame()))
        .isInstanceOf(CorruptChunkException.class);
    assertThatThrownBy(
            () -> new ChunkDecoder(new Limits(1 << 20, chunk.rawBytes() - 1)).decode(chunk.frame()))
        .isInstanceOf(CorruptChunkException.class)
        .hasMessageContaining("raw length");
    assertThat(
            new ChunkDecoder(new Limits(chunk.frameBytes(), chunk.rawBytes()))
                .decode(chunk.frame())
                .blocks())
        .hasSize(chunk.blocks());
  }

  @Test
  void blocksOfAnotherKindOrOutOfOrderAreRefused() throws IOException {
    WrittenFile file = plain();
    List<HFileBlock> data = file.blocks(ChunkKind.DATA);
    ChunkBuilder builder = new ChunkBuilder(ChunkKind.DATA, VERSION, CHUNK_BYTES);
    builder.add(data.get(1));

    assertThatThrownBy(() -> builder.add(data.get(0))).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> builder.add(data.get(1))).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> builder.add(file.blocks(ChunkKind.INDEX_AND_BLOOM).get(0)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(decode(List.of(builder.build()))).containsExactly(data.get(1));
    assertThat(builder.isEmpty()).isTrue();
  }

  private WrittenFile plain() throws IOException {
    return WrittenFile.of(folder, DataBlockEncoding.NONE, Compression.Algorithm.NONE, ROWS);
  }

  private List<HFileBlock> decode(List<EncodedChunk> chunks) throws IOException {
    List<HFileBlock> blocks = new ArrayList<>();
    for (EncodedChunk chunk : chunks) {
      decoder.decode(chunk.frame()).blocks().forEach(block -> blocks.add(block.block()));
    }
    return blocks;
  }
}
