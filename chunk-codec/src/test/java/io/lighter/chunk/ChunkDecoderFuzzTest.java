// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.sun.management.ThreadMXBean;
import io.lighter.chunk.ChunkDecoder.Limits;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Decodes arbitrary frames such as a faulty compaction server might send. The first byte of an
 * input selects the form of the rest: a frame, a frame whose packed length and checksum are
 * corrected, or the raw bytes of blocks after their number, to be packed by either version.
 */
class ChunkDecoderFuzzTest {
  private static final int MAX_RAW_BYTES = 64 << 10;
  private static final Limits LIMITS = Limits.ofRawBytes(MAX_RAW_BYTES);

  /** Limit of one decoding: the raw bytes, copies of the blocks, their headers, an exception. */
  private static final long MAX_ALLOCATED_BYTES = 4 * MAX_RAW_BYTES + (1 << 20);

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static final int FRAME = 0;
  private static final int RESEALED = 1;
  private static final int DATA = 2;
  private static final int INDEX_AND_BLOOM = 3;

  /** Added to the form of raw bytes that version 2 packs. */
  private static final int BLOCK_BY_BLOCK = 2;

  static List<byte[]> seeds() throws IOException {
    List<byte[]> seeds = new ArrayList<>();
    Path folder = Files.createTempDirectory("chunks");
    for (DataBlockEncoding encoding :
        List.of(
            DataBlockEncoding.NONE,
            DataBlockEncoding.PREFIX,
            DataBlockEncoding.DIFF,
            DataBlockEncoding.FAST_DIFF,
            DataBlockEncoding.ROW_INDEX_V1)) {
      WrittenFile file = WrittenFile.of(folder, encoding, Compression.Algorithm.NONE, 30);
      addAll(seeds, file, ChunkKind.DATA, DATA);
    }
    WrittenFile indexed =
        WrittenFile.of(folder, DataBlockEncoding.NONE, Compression.Algorithm.GZ, 1000);
    addAll(seeds, indexed, ChunkKind.INDEX_AND_BLOOM, INDEX_AND_BLOOM);
    FileUtil.fullyDelete(folder.toFile());
    return seeds;
  }

  private static void addAll(List<byte[]> seeds, WrittenFile file, ChunkKind kind, int form)
      throws IOException {
    for (ChunkVersion version : ChunkVersion.values()) {
      EncodedChunk chunk = file.chunks(kind, version, MAX_RAW_BYTES).get(0);
      add(seeds, chunk, version == ChunkVersion.ONE_RUN ? form : form + BLOCK_BY_BLOCK);
    }
  }

  private static void add(List<byte[]> seeds, EncodedChunk chunk, int form) throws IOException {
    byte[] frame = ForgedFrame.copyOf(chunk);
    byte[] raw = ForgedFrame.rawBytes(frame);
    seeds.add(input(FRAME, frame));
    seeds.add(input(RESEALED, frame));
    ByteBuffer content = ByteBuffer.allocate(1 + raw.length);
    seeds.add(input(form, content.put((byte) chunk.blocks()).put(raw).array()));
  }

  private static byte[] input(int form, byte[] rest) {
    return ByteBuffer.allocate(1 + rest.length).put((byte) form).put(rest).array();
  }

  @MethodSource("seeds")
  @FuzzTest
  void frameIsCorruptOrRoundTrips(byte[] input) throws IOException {
    if (input.length < 2) {
      return;
    }
    byte[] frame = frame(input);
    ChunkDecoder decoder = new ChunkDecoder(LIMITS);
    Chunk chunk;
    try {
      chunk = decoder.decode(ByteBuffer.wrap(frame));
    } catch (CorruptChunkException e) {
      assertThat(e.getMessage()).isNotEmpty();
      return;
    } finally {
      assertThat(allocatedFor(frame)).isLessThan(MAX_ALLOCATED_BYTES);
    }

    assertThat(decoder.decode(direct(frame)).blocks()).hasSameSizeAs(chunk.blocks());
    for (ChunkVersion version : ChunkVersion.values()) {
      assertThat(blocks(decoder.decode(rebuilt(chunk, version)))).isEqualTo(blocks(chunk));
    }
  }

  private static byte[] frame(byte[] input) throws IOException {
    byte[] rest = Arrays.copyOfRange(input, 1, input.length);
    return switch (input[0] & 7) {
      case FRAME -> rest;
      case RESEALED -> ForgedFrame.resealed(rest);
      case DATA -> sealed(ChunkVersion.ONE_RUN, ChunkKind.DATA, input);
      case DATA + BLOCK_BY_BLOCK -> sealed(ChunkVersion.BLOCK_BY_BLOCK, ChunkKind.DATA, input);
      case INDEX_AND_BLOOM + BLOCK_BY_BLOCK ->
          sealed(ChunkVersion.BLOCK_BY_BLOCK, ChunkKind.INDEX_AND_BLOOM, input);
      default -> sealed(ChunkVersion.ONE_RUN, ChunkKind.INDEX_AND_BLOOM, input);
    };
  }

  private static byte[] sealed(ChunkVersion version, ChunkKind kind, byte[] input)
      throws IOException {
    return ForgedFrame.sealed(version, kind, Arrays.copyOfRange(input, 2, input.length), input[1]);
  }

  /**
   * Returns the bytes that decoding a frame allocates. The frame was decoded before, so that class
   * loading does not count.
   */
  private static long allocatedFor(byte[] frame) {
    ChunkDecoder decoder = new ChunkDecoder(LIMITS);
    int blocks;
    long before = THREADS.getCurrentThreadAllocatedBytes();
    try {
      blocks = decoder.decode(ByteBuffer.wrap(frame)).blocks().size();
    } catch (CorruptChunkException e) {
      blocks = -1;
    }
    long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
    assertThat(blocks).isNotZero();
    return allocated;
  }

  private static ByteBuffer direct(byte[] frame) {
    return ByteBuffer.allocateDirect(frame.length).put(frame).flip();
  }

  private static ByteBuffer rebuilt(Chunk chunk, ChunkVersion version) throws IOException {
    ChunkBuilder builder = new ChunkBuilder(chunk.kind(), version, MAX_RAW_BYTES);
    for (ChunkBlock block : chunk.blocks()) {
      assertThat(builder.hasRoomFor(block.block())).isTrue();
      builder.add(block.block());
    }
    return builder.build().frame();
  }

  private static List<HFileBlock> blocks(Chunk chunk) {
    return chunk.blocks().stream().map(ChunkBlock::block).toList();
  }
}
