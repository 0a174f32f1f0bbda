// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.warmup;

import org.apache.hadoop.hbase.util.Bytes;

/** A data block of an HFile, as the file's index describes it. Immutable. */
final class BlockSpan {
  private final long offset;
  private final int onDiskSize;
  private final byte[] startRow;
  private final byte[] endRow;

  /**
   * Creates a block.
   *
   * @param offset offset in the file
   * @param onDiskSize bytes, with the header
   * @param startRow no cell of the block is before this row
   * @param endRow no cell of the block is behind this row, whose cells may continue in the next
   *     block; null for the last block
   */
  BlockSpan(long offset, int onDiskSize, byte[] startRow, byte[] endRow) {
    this.offset = offset;
    this.onDiskSize = onDiskSize;
    this.startRow = startRow;
    this.endRow = endRow;
  }

  long offset() {
    return offset;
  }

  int onDiskSize() {
    return onDiskSize;
  }

  byte[] startRow() {
    return startRow;
  }

  byte[] endRow() {
    return endRow;
  }

  /** Whether both blocks may hold a cell of the same row. */
  boolean overlaps(BlockSpan other) {
    return !endsBefore(other.startRow) && !other.endsBefore(startRow);
  }

  /** Whether the block has cells of only one row, which may span other blocks. */
  boolean isWithinOneRow() {
    return endRow != null && Bytes.equals(startRow, endRow);
  }

  /**
   * The union of both row ranges, including the rows between them.
   *
   * @param other null for an empty range
   */
  BlockSpan and(BlockSpan other) {
    if (other == null) {
      return this;
    }
    byte[] start = Bytes.compareTo(startRow, other.startRow) <= 0 ? startRow : other.startRow;
    byte[] end = endsBefore(other.endRow) ? other.endRow : endRow;
    return new BlockSpan(Math.min(offset, other.offset), onDiskSize + other.onDiskSize, start, end);
  }

  /** Whether every row of the block is before {@code row}; null stands for the end of all rows. */
  boolean endsBefore(byte[] row) {
    return row == null || (endRow != null && Bytes.compareTo(endRow, row) < 0);
  }
}
