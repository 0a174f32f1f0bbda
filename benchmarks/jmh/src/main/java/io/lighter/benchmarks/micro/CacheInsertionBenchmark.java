// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.micro;

import io.lighter.warmup.WarmCache;
import io.lighter.warmup.WarmupControl;
import io.lighter.warmup.WarmupMeter;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.io.hfile.HFileBlocks;
import org.apache.hadoop.hbase.io.hfile.LruBlockCache;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Nanoseconds to insert one block of 64 KB into HBase's LRU cache and to evict it: as HBase's
 * reader, and as a warm-up, which first checks for the block and counts it. A bucket cache is not
 * measured, because its own threads fill it and drop excess blocks.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Threads(1)
@Fork(
    value = 2,
    jvmArgsAppend = {"-Xms1g", "-Xmx1g"})
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class CacheInsertionBenchmark {
  /** Blocks of one chunk. */
  private static final int BLOCKS = 16;

  private static final Path PATH = new Path("/table/region/family/file");
  private static final int BLOCK_BYTES = 64 << 10;
  private static final long CACHE_BYTES = 256L << 20;

  private final WarmupMeter meter = new WarmupMeter();
  private final WarmupControl control = new WarmupControl(() -> false);
  private BlockCache cache;
  private WarmCache warmCache;
  private List<HFileBlock> blocks;

  /** Writes a file, and creates a cache. */
  @Setup
  public void setUp() throws IOException {
    blocks =
        SampleChunks.blocks(DataBlockEncoding.NONE, (BLOCKS + 1L) * BLOCK_BYTES).subList(0, BLOCKS);
    cache = new LruBlockCache(CACHE_BYTES, BLOCK_BYTES);
    warmCache = new WarmCache(cache, false);
  }

  /** Stops the cache's threads. */
  @TearDown
  public void shutDown() {
    cache.shutdown();
  }

  /** The reference. */
  @Benchmark
  @OperationsPerInvocation(BLOCKS)
  public int asRead() {
    for (HFileBlock block : blocks) {
      cache.cacheBlock(key(block), block, false);
    }
    return evict();
  }

  /** Inserts as a warm-up does. */
  @Benchmark
  @OperationsPerInvocation(BLOCKS)
  public int asWarmed() throws InterruptedException {
    for (HFileBlock block : blocks) {
      warmCache.insert(PATH, block, control, meter);
    }
    return evict();
  }

  private int evict() {
    int evicted = 0;
    for (HFileBlock block : blocks) {
      if (cache.evictBlock(key(block))) {
        evicted++;
      }
    }
    return evicted;
  }

  private static BlockCacheKey key(HFileBlock block) {
    return new BlockCacheKey(PATH.getName(), HFileBlocks.offset(block), true, block.getBlockType());
  }
}
