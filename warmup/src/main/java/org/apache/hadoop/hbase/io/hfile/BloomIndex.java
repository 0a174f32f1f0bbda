// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.io.hfile;

import java.io.DataInput;
import java.io.IOException;
import org.apache.hadoop.hbase.KeyValueUtil;
import org.apache.hadoop.hbase.io.hfile.HFileBlockIndex.BlockIndexReader;

/** Index of the blocks of a Bloom filter by row. Immutable. */
public final class BloomIndex {
  private final BlockIndexReader index;
  private final boolean byColumn;

  private BloomIndex(BlockIndexReader index, boolean byColumn) {
    this.index = index;
    this.byColumn = byColumn;
  }

  /**
   * Reads the index of a filter.
   *
   * @param metadata metadata of the filter in the file
   * @param byColumn whether the filter is of rows and columns, not of rows alone
   */
  public static BloomIndex read(DataInput metadata, HFile.Reader file, boolean byColumn)
      throws IOException {
    return new BloomIndex(BloomMetadata.index(metadata, file), byColumn);
  }

  /** Number of blocks of the filter. */
  public int blocks() {
    return index.getRootBlockCount();
  }

  /** Offset of a block's header in the file. */
  public long offset(int block) {
    return index.getRootBlockOffset(block);
  }

  /** Size of a block in the file, including the header. */
  public int onDiskSize(int block) {
    return index.getRootBlockDataSize(block);
  }

  /** The block that a reader of {@code row} consults; negative if the row is before all blocks. */
  public int blockOf(byte[] row) {
    return byColumn
        ? index.rootBlockContainingKey(KeyValueUtil.createFirstOnRow(row))
        : index.rootBlockContainingKey(row, 0, row.length);
  }
}
