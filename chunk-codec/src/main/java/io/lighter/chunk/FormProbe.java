// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.chunk;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PositionedReadable;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.Seekable;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.fs.HFileSystem;
import org.apache.hadoop.hbase.io.FSDataInputStreamWrapper;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockForm;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.CachedBlock;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.io.hfile.HFileBlockIndex;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.io.hfile.HFileInfo;
import org.apache.hadoop.hbase.io.hfile.LruBlockCache;
import org.apache.hadoop.hbase.io.hfile.ReaderContext;
import org.apache.hadoop.hbase.io.hfile.ReaderContextBuilder;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hadoop.hbase.util.BloomFilterFactory;
import org.apache.hadoop.hbase.util.BloomFilterWriter;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Determines how the running HBase serialises cached blocks. Writes a small file in memory with
 * HBase's writer, which caches the written blocks, and reads the file with HBase's reader, which
 * caches the read blocks. The file is the same in every process, independent of settings,
 * compression libraries and clocks.
 */
final class FormProbe {
  private static final int CACHE_BYTES = 1 << 20;
  private static final int BLOCK_BYTES = 256;
  private static final int ROWS = 100;
  private static final int NAME_BYTES = 8;

  /** Path that HBase's readers and caches require; the file system has no such file. */
  private static final Path NAME = new Path("/lighter-block-form/region/family/file");

  private FormProbe() {}

  /**
   * Names of the two forms.
   *
   * @param sent name of the form that the writer caches, after {@link BlockForm#asRead}
   * @param cached name of the form that the reader caches
   */
  record Forms(String sent, String cached) {}

  static Forms run() throws IOException {
    Configuration conf = new Configuration(false);
    conf.setInt(HFileBlockIndex.MAX_CHUNK_SIZE_KEY, BLOCK_BYTES); // so that there are leaf blocks
    conf.setInt(BloomFilterFactory.IO_STOREFILE_BLOOM_BLOCK_SIZE, 64);
    LruBlockCache written = new LruBlockCache(CACHE_BYTES, BLOCK_BYTES, conf);
    try {
      LruBlockCache read = new LruBlockCache(CACHE_BYTES, BLOCK_BYTES, conf);
      try {
        byte[] file = write(conf, written);
        read(conf, read, file);
        BlockForm form = new BlockForm(conf);
        return new Forms(name(blocks(written, form)), name(blocks(read, null)));
      } finally {
        read.shutdown();
      }
    } finally {
      written.shutdown();
    }
  }

  private static byte[] write(Configuration conf, LruBlockCache cache) throws IOException {
    CacheConfig caching = new CacheConfig(conf, cache);
    caching.enableCacheOnWrite();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (FSDataOutputStream out = new FSDataOutputStream(bytes, null);
        HFile.Writer writer =
            HFile.getWriterFactory(conf, caching)
                .withOutputStream(out)
                .withFileContext(
                    new HFileContextBuilder()
                        .withBlockSize(BLOCK_BYTES)
                        .withIncludesMvcc(true)
                        .withCreateTime(1)
                        .build())
                .create()) {
      BloomFilterWriter bloom =
          BloomFilterFactory.createGeneralBloomAtWrite(conf, caching, BloomType.ROW, ROWS, writer);
      for (int i = 0; i < ROWS; i++) {
        byte[] row = Bytes.toBytes("row-%04d".formatted(i));
        KeyValue cell = new KeyValue(row, new byte[] {'f'}, new byte[] {'q'}, 1L, row);
        writer.append(cell);
        bloom.append(cell);
      }
      bloom.compactBloom();
      writer.addGeneralBloomFilter(bloom);
    }
    return bytes.toByteArray();
  }

  private static void read(Configuration conf, LruBlockCache cache, byte[] file)
      throws IOException {
    RawLocalFileSystem unused = new RawLocalFileSystem();
    unused.setConf(conf);
    try (FSDataInputStream in = new FSDataInputStream(new InMemory(file))) {
      ReaderContext context =
          new ReaderContextBuilder()
              .withFilePath(NAME)
              .withFileSize(file.length)
              .withFileSystem(new HFileSystem(unused))
              .withInputStreamWrapper(new FSDataInputStreamWrapper(in))
              .build();
      HFileInfo info = new HFileInfo(context, conf);
      try (HFile.Reader reader =
          HFile.createReader(context, info, new CacheConfig(conf, cache), conf)) {
        info.initMetaAndIndex(reader);
        long end = reader.getTrailer().getLoadOnOpenDataOffset();
        for (long offset = 0; offset < end; ) {
          HFileBlock block = reader.readBlock(offset, -1, true, true, false, false, null, null);
          offset += block.getOnDiskSizeWithHeader();
          block.release();
        }
      }
    }
  }

  /**
   * The cached blocks by offset, as HBase compares them: without the size of the next block, which
   * only some readers know.
   *
   * @param form conversion, or null for none
   */
  private static SortedMap<Long, byte[]> blocks(LruBlockCache cache, BlockForm form)
      throws IOException {
    SortedMap<Long, byte[]> blocks = new TreeMap<>();
    for (CachedBlock cached : cache) {
      if (ChunkKind.DATA.holds(cached.getBlockType())
          || ChunkKind.INDEX_AND_BLOOM.holds(cached.getBlockType())) {
        BlockCacheKey key = new BlockCacheKey(cached.getFilename(), cached.getOffset());
        HFileBlock block = (HFileBlock) cache.getBlock(key, false, true, false);
        HFileBlock sent = form == null ? block : form.asRead(block);
        byte[] bytes = new byte[sent.getSerializedLength()];
        sent.serialize(ByteBuffer.wrap(bytes), false);
        blocks.put(cached.getOffset(), bytes);
        block.release();
      }
    }
    return blocks;
  }

  private static String name(SortedMap<Long, byte[]> blocks) throws IOException {
    if (blocks.isEmpty()) {
      throw new IOException("HBase has cached no block of the probe");
    }
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      blocks.forEach(
          (offset, bytes) -> {
            digest.update(Bytes.toBytes(offset));
            digest.update(Bytes.toBytes(bytes.length));
            digest.update(bytes);
          });
      return HexFormat.of().formatHex(digest.digest(), 0, NAME_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IOException("this JVM has no SHA-256", e);
    }
  }

  /** A file in a byte array. */
  private static final class InMemory extends ByteArrayInputStream
      implements Seekable, PositionedReadable {
    InMemory(byte[] file) {
      super(file);
    }

    @Override
    public synchronized void seek(long to) throws IOException {
      if (to < 0 || to > count) {
        throw new EOFException("no byte " + to + " in a file of " + count);
      }
      pos = (int) to;
    }

    @Override
    public synchronized long getPos() {
      return pos;
    }

    @Override
    public boolean seekToNewSource(long target) {
      return false;
    }

    @Override
    public int read(long from, byte[] into, int offset, int length) {
      if (from >= count) {
        return -1;
      }
      int bytes = (int) Math.min(length, count - from);
      System.arraycopy(buf, (int) from, into, offset, bytes);
      return bytes;
    }

    @Override
    public void readFully(long from, byte[] into, int offset, int length) throws IOException {
      if (read(from, into, offset, length) < length) {
        throw new EOFException("no " + length + " bytes from " + from + " on");
      }
    }

    @Override
    public void readFully(long from, byte[] into) throws IOException {
      readFully(from, into, 0, into.length);
    }
  }
}
