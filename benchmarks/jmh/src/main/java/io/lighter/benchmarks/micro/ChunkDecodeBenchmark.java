// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.micro;

import io.lighter.chunk.Chunk;
import io.lighter.chunk.ChunkBlock;
import io.lighter.chunk.ChunkDecoder;
import io.lighter.chunk.ChunkVersion;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.LruBlockCache;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
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
 * Chunks per second on one core: decoded from each version of the format and cached, compared with
 * {@code Snappy.uncompress} alone of version 1's run of the same blocks. A chunk is 1 MB before
 * compression, so the figures are MB/s.
 *
 * <p>{@code Cpu} counts the thread's CPU time as well, which other work on the machine disturbs
 * less: chunks / cpuMs is the rate by CPU time.
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
  private List<ByteBuffer> runs;
  private List<ByteBuffer> blockByBlock;
  private int next;

  /** CPU time of the thread and its chunks, in the sum of all iterations. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.EVENTS)
  public static class Cpu {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /** Chunks that were decoded. */
    public long chunks;

    private long before;

    /** Starts an iteration. */
    @Setup(Level.Iteration)
    public void start() {
      chunks = 0;
      before = THREADS.getCurrentThreadCpuTime();
    }

    /** CPU milliseconds since the start of the iteration. */
    public long cpuMs() {
      return TimeUnit.NANOSECONDS.toMillis(THREADS.getCurrentThreadCpuTime() - before);
    }
  }

  /** Writes a file. */
  @Setup
  public void encode() throws IOException {
    runs = SampleChunks.frames(encoding, ChunkVersion.ONE_RUN, CHUNKS);
    blockByBlock = SampleChunks.frames(encoding, ChunkVersion.BLOCK_BY_BLOCK, CHUNKS);
  }

  /** The reference. */
  @Benchmark
  public int uncompress(Cpu cpu) throws IOException {
    cpu.chunks++;
    ByteBuffer frame = next(runs);
    return Snappy.uncompress(
        frame.array(),
        frame.arrayOffset() + FRAME_HEADER_BYTES,
        frame.remaining() - FRAME_HEADER_BYTES,
        raw,
        0);
  }

  /** All steps of a region server for a frame of version 1; then evicts the blocks. */
  @Benchmark
  public int decodeAndCacheVersion1(Cpu cpu) throws IOException {
    cpu.chunks++;
    return decodeAndCache(next(runs));
  }

  /** The same for a frame of version 2. */
  @Benchmark
  public int decodeAndCacheVersion2(Cpu cpu) throws IOException {
    cpu.chunks++;
    return decodeAndCache(next(blockByBlock));
  }

  private int decodeAndCache(ByteBuffer frame) throws IOException {
    Chunk chunk = decoder.decode(frame);
    for (ChunkBlock block : chunk.blocks()) {
      cache.cacheBlock(key(block), block.block());
    }
    for (ChunkBlock block : chunk.blocks()) {
      cache.evictBlock(key(block));
    }
    return chunk.blocks().size();
  }

  private ByteBuffer next(List<ByteBuffer> frames) {
    next = (next + 1) % CHUNKS;
    return frames.get(next);
  }

  private static BlockCacheKey key(ChunkBlock block) {
    return new BlockCacheKey("file", block.offset(), true, BlockType.DATA);
  }
}
