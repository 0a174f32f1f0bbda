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
   * The row of the first cell of an unpacked data block, in whatever data-block encoding; a copy.
   *
   * @throws IOException if the block is no such block
   */
  public static byte[] firstRow(HFileBlock block) throws IOException {
    BlockType type = block.getBlockType();
    try {
      return switch (type) {
        case DATA -> firstRowUnencoded(block);
        case ENCODED_DATA -> firstRowEncoded(block);
        default -> throw new IOException("no data block, but " + type);
      };
    } catch (RuntimeException e) { // reads past the end, or an unknown encoding
      throw new IOException("a data block without a first cell: " + block, e);
    }
  }

  /** Key length, value length, then the key, which starts with the row's length and the row. */
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
