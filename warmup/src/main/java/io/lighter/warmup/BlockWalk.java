// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.warmup;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.KeyValueUtil;
import org.apache.hadoop.hbase.io.ByteBuffAllocator;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.BlockWithScanInfo;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.io.hfile.HFileBlocks;
import org.apache.hadoop.hbase.io.hfile.HFileContext;
import org.apache.hadoop.hbase.io.hfile.RootIndex;
import org.apache.hadoop.hbase.nio.ByteBuff;
import org.apache.hadoop.hbase.regionserver.KeyValueScanner;

/**
 * Walks over the data blocks of an HFile in key order by the index alone, without reading data
 * blocks or decoding cells.
 *
 * <p>HBase's own index reader looks up one key after another, so every index format works, and the
 * walk notes which data block each lookup leads to. Index blocks go through the block cache ({@link
 * IndexBlocks}) without counting in the hit ratio. Used by one thread.
 */
final class BlockWalk {
  private final IndexOnlyReader reader;
  private final RowRange rows;

  /** Next key to look up; null after the last block of the file. */
  private Cell nextKey;

  /** Present block; null before the first {@link #peek} and after the last block. */
  private BlockSpan current;

  /**
   * Creates a walk over the blocks that, by the index, may hold rows of a range.
   *
   * @param reads reader of index blocks; the caller pays for the reads
   */
  BlockWalk(HFile.Reader file, RowRange rows, IndexBlocks reads) {
    this.reader = new IndexOnlyReader(file, reads);
    this.rows = rows;
    this.nextKey = rows.isEmpty() ? null : firstKey(file, rows.start());
  }

  /** The block that {@link #next} would return; empty behind the last one. */
  Optional<BlockSpan> peek() throws IOException {
    if (current == null && nextKey != null) {
      current = lookUp();
      if (rows.isBefore(current.startRow())) {
        current = null;
        nextKey = null;
      }
    }
    return Optional.ofNullable(current);
  }

  BlockSpan next() throws IOException {
    BlockSpan block = peek().orElseThrow(NoSuchElementException::new);
    current = null;
    return block;
  }

  /** Moves behind the part of the index whose blocks could not be read: to the next root key. */
  void skipIndexBlock() {
    nextKey = RootIndex.keyAfter(reader.file, nextKey);
  }

  private BlockSpan lookUp() throws IOException {
    Cell key = nextKey;
    long before = reader.offset;
    BlockWithScanInfo found = HFileBlocks.find(reader.file, key, reader);
    if (found == null || reader.offset <= before) {
      throw new IOException("the index of " + reader.file.getPath() + " leads nowhere at " + key);
    }
    Cell following = found.getNextIndexedKey();
    boolean last = following == null || following == KeyValueScanner.NO_NEXT_INDEXED_KEY;
    nextKey = last ? null : following;
    return new BlockSpan(
        reader.offset,
        reader.onDiskSize,
        CellUtil.cloneRow(key),
        last ? null : CellUtil.cloneRow(following));
  }

  private static Cell firstKey(HFile.Reader file, byte[] startRow) {
    Cell first = file.getFirstKey().orElse(null);
    if (first == null || startRow.length == 0) {
      return first;
    }
    if (file.getComparator()
            .compareRows(file.getLastKey().orElse(first), startRow, 0, startRow.length)
        < 0) {
      return null;
    }
    Cell start = KeyValueUtil.createFirstOnRow(startRow);
    return file.getComparator().compare(start, first) > 0 ? start : first;
  }

  /** Reads index blocks, and only records the position of data blocks. */
  private static final class IndexOnlyReader implements HFile.CachingBlockReader {
    private static final HFileBlock SOME_DATA_BLOCK =
        new HFileBlock(
            BlockType.DATA,
            0,
            0,
            -1,
            ByteBuff.wrap(ByteBuffer.allocate(HFileBlock.headerSize(false))),
            HFileBlock.DONT_FILL_HEADER,
            0,
            -1,
            HFileBlock.headerSize(false),
            new HFileContext(),
            ByteBuffAllocator.HEAP);

    private final HFile.Reader file;
    private final IndexBlocks reads;
    private long offset = -1;
    private int onDiskSize;

    IndexOnlyReader(HFile.Reader file, IndexBlocks reads) {
      this.file = file;
      this.reads = reads;
    }

    @Override
    public HFileBlock readBlock(
        long blockOffset,
        long onDiskBlockSize,
        boolean cacheBlock,
        boolean pread,
        boolean isCompaction,
        boolean updateCacheMetrics,
        BlockType expectedBlockType,
        DataBlockEncoding expectedDataBlockEncoding)
        throws IOException {
      if (expectedBlockType == BlockType.DATA) {
        offset = blockOffset;
        onDiskSize = (int) onDiskBlockSize;
        return SOME_DATA_BLOCK;
      }
      return reads.read(file, blockOffset, onDiskBlockSize, expectedBlockType);
    }

    @Override
    public HFileBlock readBlock(
        long blockOffset,
        long onDiskBlockSize,
        boolean cacheBlock,
        boolean pread,
        boolean isCompaction,
        boolean updateCacheMetrics,
        BlockType expectedBlockType,
        DataBlockEncoding expectedDataBlockEncoding,
        boolean cacheOnly)
        throws IOException {
      return readBlock(
          blockOffset,
          onDiskBlockSize,
          cacheBlock,
          pread,
          isCompaction,
          updateCacheMetrics,
          expectedBlockType,
          expectedDataBlockEncoding);
    }
  }
}
