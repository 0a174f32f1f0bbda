package org.apache.hadoop.hbase.io.hfile;

import java.io.IOException;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;

/** Where blocks are in their file. */
public final class HFileBlocks {
  private HFileBlocks() {}

  /** Where the header of the block begins. */
  public static long offset(HFileBlock block) {
    return block.getOffset();
  }

  /**
   * Looks a key up in the index of a file's data blocks.
   *
   * @param reader of index blocks, and of the data block that the key would be in
   * @return null if the key is before the first block
   */
  public static BlockWithScanInfo find(HFile.Reader file, Cell key, HFile.CachingBlockReader reader)
      throws IOException {
    return file.getDataBlockIndexReader()
        .loadDataBlockWithScanInfo(key, null, true, true, false, DataBlockEncoding.NONE, reader);
  }
}
