// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.warmup;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.io.hfile.CachedBlock;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.io.hfile.HFileBlockIndex;
import org.apache.hadoop.hbase.io.hfile.HFileBlocks;
import org.apache.hadoop.hbase.io.hfile.HFileContext;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.io.hfile.HFileDataBlockEncoderImpl;
import org.apache.hadoop.hbase.io.hfile.HFileScanner;
import org.apache.hadoop.hbase.io.hfile.LruBlockCache;
import org.apache.hadoop.hbase.io.hfile.UncachedBlocks;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hadoop.hbase.regionserver.StoreFileWriter;
import org.apache.hadoop.hbase.util.BloomFilterFactory;
import org.apache.hadoop.hbase.util.Bytes;

/** Files of numbered rows, with many small blocks and several index levels, and a block cache. */
final class TestFiles implements Closeable {
  private static final int BLOCK_BYTES = 2 << 10;

  private final Configuration conf = HBaseConfiguration.create();
  private final RefusingCache cache = new RefusingCache();
  private final CacheConfig cacheConf = new CacheConfig(conf, cache);
  private final List<HFile.Reader> open = new ArrayList<>();
  private FileSystem fs;
  private Path folder;

  /** A cache that refuses blocks, as HBase's does if blocks arrive faster than it evicts. */
  private static final class RefusingCache extends LruBlockCache {
    private int refusals;

    RefusingCache() {
      super(64 << 20, BLOCK_BYTES, false);
    }

    @Override
    public void cacheBlock(BlockCacheKey cacheKey, Cacheable buf, boolean inMemory) {
      if (refusals > 0) {
        refusals--;
        long unused = getStats().failInsert();
      } else {
        super.cacheBlock(cacheKey, buf, inMemory);
      }
    }
  }

  /** Makes the cache refuse the next blocks. */
  void refuse(int blocks) {
    cache.refusals = blocks;
  }

  void open(Path into) throws IOException {
    folder = into;
    conf.set("fs.defaultFS", "file:///");
    conf.setInt(HFileBlockIndex.MAX_CHUNK_SIZE_KEY, 256);
    fs = FileSystem.get(conf);
  }

  static byte[] row(int number) {
    return Bytes.toBytes("row-%08d".formatted(number));
  }

  HFile.Reader write(int from, int to) throws IOException {
    return write(from, to, DataBlockEncoding.NONE);
  }

  HFile.Reader write(int from, int to, DataBlockEncoding encoding) throws IOException {
    return write(from, to, encoding, Compression.Algorithm.NONE);
  }

  /** Writes a file with the rows of {@code [from, to)}, and caches nothing. */
  HFile.Reader write(
      int from, int to, DataBlockEncoding encoding, Compression.Algorithm compression)
      throws IOException {
    return write(from, to, 1, encoding, compression);
  }

  private HFile.Reader write(
      int from, int to, int step, DataBlockEncoding encoding, Compression.Algorithm compression)
      throws IOException {
    org.apache.hadoop.fs.Path path = newPath();
    try (HFile.Writer writer =
        HFile.getWriterFactory(conf, CacheConfig.DISABLED)
            .withPath(fs, path)
            .withFileContext(context(encoding, compression))
            .create()) {
      for (int i = from; i < to; i += step) {
        writer.append(cell(i));
      }
    }
    return open(path, encoding);
  }

  /** Writes files with a row each in turn, so that all of them have rows of every range. */
  List<HFile.Reader> writeInTurns(int rows, int count) throws IOException {
    List<HFile.Reader> written = new ArrayList<>();
    for (int file = 0; file < count; file++) {
      written.add(write(file, rows, count, DataBlockEncoding.NONE, Compression.Algorithm.NONE));
    }
    return written;
  }

  /** Writes a file as {@link #write(int, int)} does, with a Bloom filter of several blocks. */
  HFile.Reader writeWithBloom(int from, int to) throws IOException {
    org.apache.hadoop.fs.Path path = newPath();
    conf.setInt(BloomFilterFactory.IO_STOREFILE_BLOOM_BLOCK_SIZE, 512);
    StoreFileWriter writer =
        new StoreFileWriter.Builder(conf, CacheConfig.DISABLED, fs)
            .withFilePath(path)
            .withFileContext(context(DataBlockEncoding.NONE, Compression.Algorithm.NONE))
            .withBloomType(BloomType.ROW)
            .withMaxKeyCount(to - from)
            .build();
    for (int i = from; i < to; i++) {
      writer.append(cell(i));
    }
    writer.appendMetadata(1, true);
    writer.close();
    return open(path, DataBlockEncoding.NONE);
  }

  /**
   * Writes a file with a cell in each row before {@code wide}, many cells in that row, and one
   * after.
   */
  HFile.Reader writeWithWideRow(int wide, int cells) throws IOException {
    org.apache.hadoop.fs.Path path = newPath();
    try (HFile.Writer writer =
        HFile.getWriterFactory(conf, CacheConfig.DISABLED)
            .withPath(fs, path)
            .withFileContext(context(DataBlockEncoding.NONE, Compression.Algorithm.NONE))
            .create()) {
      for (int i = 0; i < wide; i++) {
        writer.append(cell(i));
      }
      for (int i = 0; i < cells; i++) {
        byte[] qualifier = Bytes.toBytes("q%08d".formatted(i));
        writer.append(new KeyValue(row(wide), Bytes.toBytes("f"), qualifier, 1L, new byte[60]));
      }
      writer.append(cell(wide + 1));
    }
    return open(path, DataBlockEncoding.NONE);
  }

  private org.apache.hadoop.fs.Path newPath() {
    return new org.apache.hadoop.fs.Path(folder.toUri().getPath(), "file" + open.size());
  }

  private static HFileContext context(
      DataBlockEncoding encoding, Compression.Algorithm compression) {
    return new HFileContextBuilder()
        .withBlockSize(BLOCK_BYTES)
        .withCompression(compression)
        .withDataBlockEncoding(encoding)
        .withIncludesMvcc(true)
        .build();
  }

  private static KeyValue cell(int row) {
    return new KeyValue(row(row), Bytes.toBytes("f"), Bytes.toBytes("q"), 1L, new byte[60]);
  }

  private HFile.Reader open(org.apache.hadoop.fs.Path path, DataBlockEncoding encoding)
      throws IOException {
    HFile.Reader reader = HFile.createReader(fs, path, cacheConf, true, conf);
    reader.setDataBlockEncoder(new HFileDataBlockEncoderImpl(encoding));
    open.add(reader);
    return reader;
  }

  /** Creates a walk over the blocks from a row on, without a pace. */
  BlockWalk walk(HFile.Reader file, byte[] startRow) {
    FileReads reads =
        new FileReads(
            new WarmCache(cache, false),
            Pace.UNLIMITED,
            new WarmupControl(() -> false),
            new WarmupMeter());
    return new BlockWalk(file, RowRange.of(startRow, new byte[0]), reads);
  }

  LruBlockCache cache() {
    return cache;
  }

  /** Offsets of the data blocks as HBase's own scanner finds them. */
  List<Long> dataBlockOffsets(HFile.Reader file) throws IOException {
    return blocks(file).stream()
        .filter(block -> block.getBlockType().isData())
        .map(HFileBlocks::offset)
        .toList();
  }

  /** Data, index and Bloom blocks, except for those that an open file keeps in memory. */
  List<HFileBlock> blocks(HFile.Reader file) throws IOException {
    List<HFileBlock> blocks = new ArrayList<>();
    long end = file.getTrailer().getLoadOnOpenDataOffset();
    for (long offset = 0; offset < end; ) {
      HFileBlock block = uncached(file, offset);
      blocks.add(block);
      offset += block.getOnDiskSizeWithHeader();
    }
    return blocks;
  }

  /** Reads a block past the cache. */
  HFileBlock uncached(HFile.Reader file, long offset) throws IOException {
    return UncachedBlocks.read(file, offset);
  }

  void cacheAll(HFile.Reader file) throws IOException {
    cacheRows(file, 0, Integer.MAX_VALUE);
  }

  /** Caches rows by a scan, as a reader does. */
  void cacheRows(HFile.Reader file, int from, int to) throws IOException {
    HFileScanner scanner = file.getScanner(conf, true, true);
    if (scanner.seekTo(new KeyValue(row(from), null, null)) < 0 && !scanner.seekTo()) {
      return;
    }
    byte[] end = row(to);
    boolean more = true;
    while (more) {
      byte[] row = CellUtil.cloneRow(scanner.getCell());
      more = Bytes.compareTo(row, end) < 0 && scanner.next();
    }
    scanner.close();
  }

  /** Caches every second block, and returns their number. */
  int cacheEverySecondBlock(HFile.Reader file) throws IOException {
    List<Long> offsets = dataBlockOffsets(file);
    int cached = 0;
    for (int i = 0; i < offsets.size(); i += 2) {
      cache.cacheBlock(
          new BlockCacheKey(file.getName(), offsets.get(i)), uncached(file, offsets.get(i)));
      cached++;
    }
    return cached;
  }

  void cacheIndex(HFile.Reader file) throws IOException {
    BlockWalk walk = walk(file, new byte[0]);
    while (walk.peek().isPresent()) {
      walk.next();
    }
  }

  int cachedData(HFile.Reader file) {
    int blocks = 0;
    for (CachedBlock block : cache) {
      if (block.getFilename().equals(file.getName()) && block.getBlockType().isData()) {
        blocks++;
      }
    }
    return blocks;
  }

  /** Whether the data block with a row is cached; true for a row that the file does not have. */
  boolean isCached(HFile.Reader file, int number) {
    try {
      BlockWalk walk = walk(file, row(number));
      return walk.peek().isEmpty()
          || cache.containsBlock(new BlockCacheKey(file.getName(), walk.peek().get().offset()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    for (HFile.Reader reader : open) {
      reader.close(false);
    }
  }
}
