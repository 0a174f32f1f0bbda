// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.chunk;

import java.io.IOException;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.nio.ByteBuff;

/** Row keys at the edges of blocks. */
public final class RowBounds {
  private RowBounds() {}

  /**
   * A copy of the first cell's row in an unpacked data block of any encoding.
   *
   * @throws IOException if the block is not such a block
   */
  public static byte[] firstRow(HFileBlock block) throws IOException {
    BlockType type = block.getBlockType();
    try {
      return switch (type) {
        case DATA -> firstRowUnencoded(block);
        case ENCODED_DATA -> firstRowEncoded(block);
        default -> throw new IOException("no data block, but " + type);
      };
    } catch (RuntimeException e) { // read past the end, or an unknown encoding
      throw new IOException("a data block without a first cell: " + block, e);
    }
  }

  /** Reads the row of a cell: key length, value length, row length, row. */
  private static byte[] firstRowUnencoded(HFileBlock block) {
    ByteBuff buffer = block.getBufferReadOnly();
    int at = block.headerSize() + 2 * Integer.BYTES;
    byte[] row = new byte[buffer.getShort(at)];
    buffer.get(at + Short.BYTES, row, 0, row.length);
    return row;
  }

  private static byte[] firstRowEncoded(HFileBlock block) {
    ByteBuff buffer = block.getBufferReadOnly();
    int at = block.headerSize();
    DataBlockEncoding encoding = DataBlockEncoding.getEncodingById(buffer.getShort(at));
    buffer.position(at + DataBlockEncoding.ID_SIZE);
    Cell first = encoding.getEncoder().getFirstKeyCellInBlock(buffer.slice());
    return CellUtil.cloneRow(first);
  }
}
