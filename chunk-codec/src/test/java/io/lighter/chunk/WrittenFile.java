// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.chunk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockForm;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.CachedBlock;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.io.hfile.HFileBlockIndex;
import org.apache.hadoop.hbase.io.hfile.HFileBlocks;
import org.apache.hadoop.hbase.io.hfile.HFileContext;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.io.hfile.LruBlockCache;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * An HFile written with cache-on-write: its path and the blocks that HBase cached, in ascending
 * order of offsets.
 */
record WrittenFile(Configuration conf, org.apache.hadoop.fs.Path path, List<HFileBlock> blocks) {
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final int CACHE_BYTES = 64 << 20;
  private static final int BLOCK_BYTES = 4 << 10;

  static WrittenFile of(
      Path folder, DataBlockEncoding encoding, Compression.Algorithm compression, int rows)
      throws IOException {
    Configuration conf = HBaseConfiguration.create();
    conf.set("fs.defaultFS", "file:///");
    conf.setInt(HFileBlockIndex.MAX_CHUNK_SIZE_KEY, 512); // so that there are leaf blocks
    LruBlockCache cache = new LruBlockCache(CACHE_BYTES, BLOCK_BYTES, false);
    CacheConfig cacheConf = new CacheConfig(conf, cache);
    cacheConf.enableCacheOnWrite();
    FileSystem fs = FileSystem.get(conf);
    org.apache.hadoop.fs.Path path =
        new org.apache.hadoop.fs.Path(
            folder.toUri().getPath(), encoding + "-" + compression.getName());
    HFileContext context =
        new HFileContextBuilder()
            .withBlockSize(BLOCK_BYTES)
            .withCompression(compression)
            .withDataBlockEncoding(encoding)
            .withIncludesMvcc(true)
            .build();
    try (HFile.Writer writer =
        HFile.getWriterFactory(conf, cacheConf)
            .withPath(fs, path)
            .withFileContext(context)
            .create()) {
      write(writer, rows);
    }
    return new WrittenFile(conf, path, cached(cache, new BlockForm(conf)));
  }

  static byte[] row(int i) {
    return Bytes.toBytes("row-%08d".formatted(i));
  }

  /** The inverse of {@link #row}. */
  static int number(byte[] row) {
    return Integer.parseInt(Bytes.toString(row).substring("row-".length()));
  }

  static KeyValue cell(int i, byte[] value) {
    return new KeyValue(row(i), FAMILY, Bytes.toBytes("q"), 1000L + i, KeyValue.Type.Put, value);
  }

  List<HFileBlock> blocks(ChunkKind kind) {
    return blocks.stream().filter(block -> kind.holds(block.getBlockType())).toList();
  }

  /** All blocks of a kind, in chunks. */
  List<EncodedChunk> chunks(ChunkKind kind, ChunkVersion version, int targetBytes)
      throws IOException {
    ChunkBuilder builder = new ChunkBuilder(kind, version, targetBytes);
    List<EncodedChunk> chunks = new ArrayList<>();
    for (HFileBlock block : blocks(kind)) {
      if (!builder.hasRoomFor(block)) {
        chunks.add(copy(builder.build()));
      }
      builder.add(block);
    }
    chunks.add(copy(builder.build()));
    return chunks;
  }

  /** A copy with a frame of its own. */
  private static EncodedChunk copy(EncodedChunk chunk) {
    byte[] frame = new byte[chunk.frameBytes()];
    chunk.frame().duplicate().get(frame);
    return new EncodedChunk(
        chunk.kind(),
        chunk.version(),
        chunk.firstOffset(),
        chunk.lastOffset(),
        chunk.blocks(),
        chunk.rawBytes(),
        ByteBuffer.wrap(frame));
  }

  /** The bytes that a bucket cache would store, without the size of the next block. */
  static byte[] serialized(HFileBlock block) {
    byte[] bytes = new byte[block.getSerializedLength()];
    block.serialize(ByteBuffer.wrap(bytes), false);
    return bytes;
  }

  private static void write(HFile.Writer writer, int rows) throws IOException {
    Random random = new Random(rows);
    for (int i = 0; i < rows; i++) {
      byte[] value = new byte[80];
      random.nextBytes(value);
      Arrays.fill(value, 0, 50, (byte) i); // compressible, like data
      writer.append(cell(i, value));
    }
  }

  private static List<HFileBlock> cached(LruBlockCache cache, BlockForm form) throws IOException {
    List<HFileBlock> blocks = new ArrayList<>();
    for (CachedBlock cached : cache) {
      BlockCacheKey key =
          new BlockCacheKey(cached.getFilename(), cached.getOffset(), true, cached.getBlockType());
      if (cached.getBlockType() != BlockType.ROOT_INDEX) {
        blocks.add(form.asRead((HFileBlock) cache.getBlock(key, false, false, false)));
      }
    }
    blocks.sort(Comparator.comparingLong(HFileBlocks::offset));
    return blocks;
  }
}
