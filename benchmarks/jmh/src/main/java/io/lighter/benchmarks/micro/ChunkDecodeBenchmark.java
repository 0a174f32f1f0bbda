// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.micro;

import io.lighter.chunk.Chunk;
import io.lighter.chunk.ChunkBlock;
import io.lighter.chunk.ChunkDecoder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.LruBlockCache;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;
import org.xerial.snappy.Snappy;

/**
 * Chunks per second on one core: decoded and cached, compared with {@code Snappy.uncompress} alone
 * of the same bytes. A chunk is 1 MB before compression, so the figures are MB/s.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Threads(1)
@Fork(
    value = 2,
    jvmArgsAppend = {"-Xms1g", "-Xmx1g"})
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class ChunkDecodeBenchmark {
  private static final int CHUNKS = 16;
  private static final int FRAME_HEADER_BYTES = 24;
  private static final long CACHE_BYTES = 256L << 20;

  /** Encoding of the blocks. */
  @Param({"NONE", "FAST_DIFF"})
  public DataBlockEncoding encoding;

  private final ChunkDecoder decoder =
      new ChunkDecoder(ChunkDecoder.Limits.ofRawBytes(SampleChunks.CHUNK_BYTES));
  private final LruBlockCache cache = new LruBlockCache(CACHE_BYTES, 64 << 10, false);
  private final byte[] raw = new byte[SampleChunks.CHUNK_BYTES];
  private List<ByteBuffer> frames;
  private int next;

  /** Writes a file. */
  @Setup
  public void encode() throws IOException {
    frames = SampleChunks.frames(encoding, CHUNKS);
  }

  /** The reference. */
  @Benchmark
  public int uncompress() throws IOException {
    ByteBuffer frame = nextFrame();
    return Snappy.uncompress(
        frame.array(),
        frame.arrayOffset() + FRAME_HEADER_BYTES,
        frame.remaining() - FRAME_HEADER_BYTES,
        raw,
        0);
  }

  /** All steps of a region server for a frame; then evicts the blocks. */
  @Benchmark
  public int decodeAndCache() throws IOException {
    Chunk chunk = decoder.decode(nextFrame());
    for (ChunkBlock block : chunk.blocks()) {
      cache.cacheBlock(key(block), block.block());
    }
    for (ChunkBlock block : chunk.blocks()) {
      cache.evictBlock(key(block));
    }
    return chunk.blocks().size();
  }

  private ByteBuffer nextFrame() {
    next = (next + 1) % CHUNKS;
    return frames.get(next);
  }

  private static BlockCacheKey key(ChunkBlock block) {
    return new BlockCacheKey("file", block.offset(), true, BlockType.DATA);
  }
}
