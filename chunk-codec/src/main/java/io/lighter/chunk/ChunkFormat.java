// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.chunk;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;

/**
 * The layout of a frame. Numbers are big-endian. Both versions of the format have the same header:
 *
 * <pre>
 *   0  int    magic
 *   4  byte   version
 *   5  byte   kind
 *   6  short  0
 *   8  int    number of blocks, at least 1
 *  12  int    raw length: of all blocks, with 4 bytes more for each
 *  16  int    packed length
 *  20  int    CRC32C of bytes 0 to 19 and of the packed bytes
 *  24         packed bytes, up to the end of the frame
 * </pre>
 *
 * A block is the bytes of {@code HFileBlock.serialize} (header, content, checksum flag, file
 * offset, size of the next block), which is what a bucket cache would store. Blocks have ascending
 * file offsets.
 *
 * <p>Version 1 ({@link ChunkVersion#ONE_RUN}): the packed bytes are one Snappy run. Unpacked, they
 * are per block an int n and the n bytes of the block.
 *
 * <p>Version 2 ({@link ChunkVersion#BLOCK_BY_BLOCK}): the packed bytes are a table with an entry
 * per block, and then the packed blocks without gaps:
 *
 * <pre>
 *   0  byte   0: stored, 1: a Snappy run
 *   1  int    length of the block
 *   5  int    length of the packed block; if stored, that of the block
 * </pre>
 *
 * The raw length counts 4 bytes for each block in version 2 as well, so that both versions have the
 * same limits and the same chunks.
 */
final class ChunkFormat {
  static final int MAGIC = 0x4c544348; // LTCH
  static final int CRC_OFFSET = 20;
  static final int HEADER_BYTES = 24;

  /** Bytes that the raw length has for each block beside its own bytes. */
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
      ByteBuffer frame,
      ChunkVersion version,
      ChunkKind kind,
      int blocks,
      int rawLength,
      int packedLength) {
    frame
        .putInt(MAGIC)
        .put((byte) version.number())
        .put(kind.code())
        .putShort((short) 0)
        .putInt(blocks)
        .putInt(rawLength)
        .putInt(packedLength);
  }
}
