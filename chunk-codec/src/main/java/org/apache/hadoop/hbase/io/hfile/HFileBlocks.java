// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.io.hfile;

import java.io.IOException;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;

/** Accessors for positions of blocks in their file. */
public final class HFileBlocks {
  private HFileBlocks() {}

  /** The file offset of the block's header. */
  public static long offset(HFileBlock block) {
    return block.getOffset();
  }

  /**
   * Finds the data block for a key in a file's block index.
   *
   * @param reader reads the index blocks and that data block
   * @return null if the key is before the first block
   */
  public static BlockWithScanInfo find(HFile.Reader file, Cell key, HFile.CachingBlockReader reader)
      throws IOException {
    return file.getDataBlockIndexReader()
        .loadDataBlockWithScanInfo(key, null, true, true, false, DataBlockEncoding.NONE, reader);
  }
}
