// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.warmup;

import io.lighter.warmup.CachedIndexBlocks.NotCachedException;
import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * One input file of a {@link ResidentScan}, at its present block, and the next one. Used by one
 * thread.
 */
final class ResidentInput implements Closeable {
  private final HFile.Reader file;
  private final WarmCache cache;
  private final CachedIndexBlocks index;
  private final BlockWalk walk;

  /** First row of the present blocks; null before the first block. */
  byte[] startRow;

  /** No cell of the present blocks is behind this row. */
  byte[] endRow;

  /** Bytes of the present blocks: one, or all that start with the same row. */
  long bytes;

  long cachedBytes;

  /** Offset behind the present block. */
  private long endOffset;

  private boolean skipped;

  ResidentInput(HFile.Reader file, RowRange rows, WarmCache cache) {
    this.file = file;
    this.cache = cache;
    this.index = new CachedIndexBlocks(cache);
    this.walk = new BlockWalk(file, rows, index);
  }

  /** The next block whose index block is cached. */
  Optional<BlockSpan> peek() throws IOException {
    while (true) {
      try {
        return walk.peek();
      } catch (NotCachedException e) {
        walk.skipIndexBlock(); // see ResidentScan
        skipped = true;
      }
    }
  }

  byte[] nextRow() {
    try {
      return peek().orElseThrow().startRow();
    } catch (IOException e) {
      throw new IllegalStateException("the walk was at a block of " + file.getPath(), e);
    }
  }

  /** Bytes behind the present block, up to the next one, whose index blocks are not cached. */
  long takeUnknownBytes() throws IOException {
    long next = peek().map(BlockSpan::offset).orElse(file.getTrailer().getLoadOnOpenDataOffset());
    long unknown = skipped ? next - endOffset : 0;
    skipped = false;
    return unknown;
  }

  /** Makes the next block the present one. */
  void advance() throws IOException {
    BlockSpan block = peek().orElseThrow();
    walk.next();
    endOffset = block.offset() + block.onDiskSize();
    boolean cached = cache.contains(file, block.offset());
    if (startRow == null || !Bytes.equals(startRow, block.startRow())) {
      startRow = block.startRow();
      bytes = 0;
      cachedBytes = 0;
    }
    endRow = block.endRow() == null ? lastRow() : block.endRow();
    bytes += block.onDiskSize();
    cachedBytes += cached ? block.onDiskSize() : 0;
  }

  private byte[] lastRow() {
    Cell last = file.getLastKey().orElseThrow();
    return CellUtil.cloneRow(last);
  }

  boolean mayHave(byte[] row) {
    return startRow != null && Bytes.compareTo(endRow, row) >= 0;
  }

  @Override
  public void close() {
    index.close();
  }
}
