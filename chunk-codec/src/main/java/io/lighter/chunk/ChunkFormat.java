// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.chunk;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;

/**
 * The layout of a frame. Numbers are big-endian.
 *
 * <pre>
 *   0  int    magic
 *   4  byte   version
 *   5  byte   kind
 *   6  short  0
 *   8  int    number of blocks, at least 1
 *  12  int    raw length
 *  16  int    compressed length
 *  20  int    CRC32C of bytes 0 to 19 and of the compressed bytes
 *  24         compressed bytes (Snappy, one run), up to the end of the frame
 * </pre>
 *
 * The raw bytes are, per block in ascending order of file offsets, an int n and then the n bytes of
 * {@code HFileBlock.serialize} (header, content, checksum flag, file offset, size of the next
 * block), which is what a bucket cache would store.
 */
final class ChunkFormat {
  static final int MAGIC = 0x4c544348; // LTCH
  static final byte VERSION = 1;
  static final int CRC_OFFSET = 20;
  static final int HEADER_BYTES = 24;

  /** Bytes that precede each block in the raw bytes. */
  static final int BLOCK_PREFIX_BYTES = Integer.BYTES;

  /** Length of a complete block header; shorter blocks are invalid. */
  static final int MIN_BLOCK_BYTES =
      HConstants.HFILEBLOCK_HEADER_SIZE_NO_CHECKSUM + HFileBlock.BLOCK_METADATA_SPACE;

  /**
   * Largest raw size of a chunk. Larger blocks are not transferred, because no cache should hold
   * them.
   */
  static final int MAX_RAW_BYTES = 64 << 20;

  private ChunkFormat() {}

  /** Checksum of the frame that starts at {@code offset} of {@code array}. */
  static int checksum(byte[] array, int offset, int frameLength) {
    CRC32C crc = new CRC32C();
    crc.update(array, offset, CRC_OFFSET);
    crc.update(array, offset + HEADER_BYTES, frameLength - HEADER_BYTES);
    return (int) crc.getValue();
  }

  /** Writes a frame's header without its checksum. */
  static void writeHeader(
      ByteBuffer frame, ChunkKind kind, int blocks, int rawLength, int compressedLength) {
    frame
        .putInt(MAGIC)
        .put(VERSION)
        .put(kind.code())
        .putShort((short) 0)
        .putInt(blocks)
        .putInt(rawLength)
        .putInt(compressedLength);
  }
}
