package org.apache.hadoop.hbase.io.hfile;

import java.io.DataInput;
import java.io.IOException;
import org.apache.hadoop.hbase.KeyValueUtil;
import org.apache.hadoop.hbase.io.hfile.HFileBlockIndex.BlockIndexReader;

/** Which blocks of a Bloom filter are for which rows. Immutable. */
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
   * @param metadata of the filter, as the file has it
   * @param byColumn whether the filter is of rows and columns, not of rows alone
   */
  public static BloomIndex read(DataInput metadata, HFile.Reader file, boolean byColumn)
      throws IOException {
    return new BloomIndex(BloomMetadata.index(metadata, file), byColumn);
  }

  /** How many blocks the filter has. */
  public int blocks() {
    return index.getRootBlockCount();
  }

  /** Where the header of a block begins. */
  public long offset(int block) {
    return index.getRootBlockOffset(block);
  }

  /** Of a block with its header, in the file. */
  public int onDiskSize(int block) {
    return index.getRootBlockDataSize(block);
  }

  /** The block that a reader of {@code row} asks; negative if the row is before all blocks. */
  public int blockOf(byte[] row) {
    return byColumn
        ? index.rootBlockContainingKey(KeyValueUtil.createFirstOnRow(row))
        : index.rootBlockContainingKey(row, 0, row.length);
  }
}
