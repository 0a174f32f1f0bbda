// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.warmup;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.chunk.Chunk;
import io.lighter.chunk.ChunkBlock;
import io.lighter.chunk.ChunkKind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.io.ByteBuffAllocator;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.CachedBlock;
import org.apache.hadoop.hbase.io.hfile.CombinedBlockCache;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.io.hfile.HFileBlocks;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.io.hfile.HFileScanner;
import org.apache.hadoop.hbase.io.hfile.LruBlockCache;
import org.apache.hadoop.hbase.io.hfile.UncachedBlocks;
import org.apache.hadoop.hbase.io.hfile.bucket.BucketCache;
import org.apache.hadoop.hbase.nio.SingleByteBuff;
import org.apache.hadoop.hbase.util.Bytes;

/** Files of regions, and a bucket cache like a region server's. */
final class BucketFiles implements AutoCloseable {
  static final int BLOCK_BYTES = 2 << 10;
  static final int CACHE_BYTES = 64 << 20;
  private static final RegionInfo REGION =
      RegionInfoBuilder.newBuilder(TableName.valueOf("t")).build();

  final Configuration conf = HBaseConfiguration.create();
  final BucketCache buckets;
  final BlockCache cache;
  final WarmupMeter meter = new WarmupMeter();
  private final java.nio.file.Path folder;
  private final List<HFile.Reader> open = new ArrayList<>();

  /**
   * Creates an empty cache.
   *
   * @param engine engine of the bucket cache
   * @param persistence null for a cache that is empty after a restart
   * @param bucketBytes bucket sizes; null for HBase's
   */
  BucketFiles(java.nio.file.Path folder, String engine, String persistence, int[] bucketBytes)
      throws IOException {
    this.folder = folder;
    conf.set("fs.defaultFS", "file:///");
    buckets =
        new BucketCache(engine, CACHE_BYTES, BLOCK_BYTES, bucketBytes, 1, 10_000, persistence);
    cache = new CombinedBlockCache(new LruBlockCache(CACHE_BYTES, BLOCK_BYTES, false), buckets);
  }

  /** Writes a file of a region, and opens the file. */
  HFile.Reader write(String region, String name, int rows, int blockBytes) throws IOException {
    Path path = new Path(folder.toUri().getPath(), region + "/f/" + name);
    FileSystem fs = FileSystem.get(conf);
    try (HFile.Writer writer =
        HFile.getWriterFactory(conf, CacheConfig.DISABLED)
            .withPath(fs, path)
            .withFileContext(new HFileContextBuilder().withBlockSize(blockBytes).build())
            .create()) {
      for (int row = 0; row < rows; row++) {
        byte[] value = new byte[60];
        writer.append(
            new KeyValue(TestFiles.row(row), Bytes.toBytes("f"), Bytes.toBytes("q"), 1L, value));
      }
    }
    return open(path, new CacheConfig(conf, cache));
  }

  HFile.Reader open(Path path, CacheConfig caching) throws IOException {
    HFile.Reader reader = HFile.createReader(FileSystem.get(conf), path, caching, true, conf);
    open.add(reader);
    return reader;
  }

  /** Reads all blocks, as a client's scan does. */
  void scan(HFile.Reader file) throws IOException {
    try (HFileScanner scanner = file.getScanner(conf, true, true)) {
      assertThat(scanner.seekTo()).isTrue();
      while (scanner.next()) {
        scanner.shipped();
      }
    }
  }

  /** Runs a warm-up of all rows to its end. */
  void warmUp(HFile.Reader newer, ChunkSupply supply, List<HFile.Reader> older) throws Exception {
    Warmup.Plan plan =
        new Warmup.Plan(
            List.of(new WarmupOutput(newer, supply)),
            older,
            REGION,
            new WarmCache(cache, false),
            Pace.UNLIMITED,
            false,
            8 * BLOCK_BYTES,
            2);
    assertThat(new Warmup(plan, new WarmupThreshold(), new WarmupControl(() -> false), meter).run())
        .isTrue();
  }

  /** Reads the data blocks of a file onto the heap. */
  List<HFileBlock> dataBlocks(HFile.Reader file) throws IOException {
    List<HFileBlock> blocks = new ArrayList<>();
    long end = file.getTrailer().getLoadOnOpenDataOffset();
    for (long offset = 0; offset < end; ) {
      HFileBlock block = UncachedBlocks.read(file, offset);
      offset += block.getOnDiskSizeWithHeader();
      if (block.getBlockType().isData()) {
        ByteBuffer bytes = ByteBuffer.allocate(block.getSerializedLength());
        block.serialize(bytes, true);
        blocks.add(
            (HFileBlock)
                HFileBlock.BLOCK_DESERIALIZER.deserialize(
                    new SingleByteBuff(bytes.rewind()), ByteBuffAllocator.HEAP));
      }
    }
    return blocks;
  }

  /** Creates a supply with all data blocks of a file in one chunk. */
  ChunkSupply supplyOf(HFile.Reader file) throws IOException {
    List<ChunkBlock> blocks =
        dataBlocks(file).stream()
            .map(block -> new ChunkBlock(HFileBlocks.offset(block), block))
            .toList();
    ChunkSupply.Ticket all =
        new ChunkSupply.Ticket() {
          @Override
          public long endOffset() {
            return Long.MAX_VALUE;
          }

          @Override
          public void request() {}

          @Override
          public Chunk get() {
            return new Chunk(ChunkKind.DATA, blocks);
          }
        };
    return new ChunkSupply() {
      @Override
      public List<Ticket> indexAndBloom() {
        return List.of();
      }

      @Override
      public Optional<Ticket> covering(long offset) {
        return Optional.of(all);
      }
    };
  }

  /** Number of blocks of a file in the bucket cache. */
  int cached(HFile.Reader file) {
    int blocks = 0;
    for (CachedBlock block : buckets) {
      if (block.getFilename().equals(file.getName())) {
        blocks++;
      }
    }
    return blocks;
  }

  @Override
  public void close() throws IOException {
    for (HFile.Reader reader : open) {
      reader.close(false);
    }
    buckets.shutdown();
  }
}
