// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.micro;

import io.lighter.chunk.ChunkBuilder;
import io.lighter.chunk.ChunkKind;
import io.lighter.chunk.ChunkVersion;
import io.lighter.common.CompactionJobId;
import io.lighter.server.cache.OutputCache;
import io.lighter.server.cache.OutputCapture;
import io.lighter.server.cache.OutputOrigin;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.CachedBlock;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.io.hfile.HFileBlocks;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.io.hfile.LruBlockCache;
import org.apache.hadoop.hbase.util.Bytes;

/** Chunks of 1 MB from a file of 64 KB blocks, whose values are half random and half text. */
final class SampleChunks {
  static final int CHUNK_BYTES = 1 << 20;

  private static final String FILE = "file";
  private static final int BLOCK_BYTES = 64 << 10;
  private static final long CACHE_BYTES = 256L << 20;
  private static final int VALUE_BYTES = 100;
  private static final byte[] TEXT =
      Bytes.toBytes("the quick brown fox jumps over the lazy dog, again and");

  private SampleChunks() {}

  /** Compressed frames of {@code chunks} full chunks. */
  static List<ByteBuffer> frames(DataBlockEncoding encoding, ChunkVersion version, int chunks)
      throws IOException {
    ChunkBuilder builder = new ChunkBuilder(ChunkKind.DATA, version, CHUNK_BYTES);
    List<ByteBuffer> frames = new ArrayList<>();
    for (HFileBlock block : blocks(encoding, (chunks + 1L) * CHUNK_BYTES)) {
      if (!builder.hasRoomFor(block) && frames.size() < chunks) {
        frames.add(copy(builder.build().frame()));
      }
      if (frames.size() == chunks) {
        return frames;
      }
      builder.add(block);
    }
    throw new IllegalStateException("only " + frames.size() + " chunks");
  }

  private static ByteBuffer copy(ByteBuffer frame) {
    return ByteBuffer.allocate(frame.remaining()).put(frame.duplicate()).flip();
  }

  /**
   * Stores the same content in a compaction server's cache: as many full chunks, and possibly a
   * partial one.
   */
  static void keep(OutputCache cache, CompactionJobId job, DataBlockEncoding encoding, int chunks)
      throws IOException {
    OutputOrigin origin = new OutputOrigin("t", "r", "f", "rs");
    try (OutputCapture capture = cache.capture(job, origin, ChunkVersion.BLOCK_BY_BLOCK)) {
      for (HFileBlock block : blocks(encoding, chunks * (long) CHUNK_BYTES)) {
        capture
            .blockCache(new Configuration(false))
            .cacheBlock(
                new BlockCacheKey(FILE, HFileBlocks.offset(block), true, block.getBlockType()),
                block);
      }
      capture.keep(List.of(FILE));
    }
  }

  /** The data blocks of a file of {@code bytes} or slightly more, in file order. */
  static List<HFileBlock> blocks(DataBlockEncoding encoding, long bytes) throws IOException {
    Configuration conf = HBaseConfiguration.create();
    conf.set("fs.defaultFS", "file:///");
    LruBlockCache cache = new LruBlockCache(CACHE_BYTES, BLOCK_BYTES, false);
    CacheConfig cacheConf = new CacheConfig(conf, cache);
    cacheConf.enableCacheOnWrite();
    Path folder = Files.createTempDirectory("chunks");
    org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path(folder.toUri().getPath(), FILE);
    FileSystem fs = FileSystem.get(conf);
    try (HFile.Writer writer =
        HFile.getWriterFactory(conf, cacheConf)
            .withPath(fs, file)
            .withFileContext(
                new HFileContextBuilder()
                    .withBlockSize(BLOCK_BYTES)
                    .withDataBlockEncoding(encoding)
                    .build())
            .create()) {
      Random random = new Random(1);
      byte[] value = new byte[VALUE_BYTES];
      for (int row = 0; cache.getCurrentDataSize() < bytes; row++) {
        random.nextBytes(value);
        System.arraycopy(TEXT, 0, value, 0, VALUE_BYTES / 2);
        writer.append(
            new KeyValue(
                Bytes.toBytes("row-%010d".formatted(row)),
                Bytes.toBytes("f"),
                Bytes.toBytes("q"),
                1L,
                value));
      }
    } finally {
      fs.delete(new org.apache.hadoop.fs.Path(folder.toUri().getPath()), true);
    }
    return dataBlocks(cache);
  }

  private static List<HFileBlock> dataBlocks(LruBlockCache cache) {
    List<HFileBlock> blocks = new ArrayList<>();
    for (CachedBlock cached : cache) {
      if (cached.getBlockType().isData()) {
        BlockCacheKey key =
            new BlockCacheKey(cached.getFilename(), cached.getOffset(), true, BlockType.DATA);
        blocks.add((HFileBlock) cache.getBlock(key, false, false, false));
      }
    }
    blocks.sort(Comparator.comparingLong(HFileBlocks::offset));
    return blocks;
  }
}
