// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.chunk;

import static io.lighter.chunk.CorruptChunkException.require;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.xerial.snappy.Snappy;

/**
 * The packing of version 2: a table with an entry per block, and then each block by itself. A block
 * is uncompressed into the array that the cache gets, without a copy in between.
 */
final class BlockPacking implements Packing {
  /** Ways to pack a block, as in the table. */
  static final byte STORED = 0;

  static final byte SNAPPY = 1;

  /** Size of a table entry: a byte for the way of packing, raw length, packed length. */
  static final int ENTRY_BYTES = Byte.BYTES + 2 * Integer.BYTES;

  /** Divisor of the part of its size that a block has to save, or else it is stored. */
  static final int SAVED_DIVISOR = 16;

  private static final byte[] NOTHING = new byte[0];

  @Override
  public int maxBytes(int rawBytes, int blocks) {
    // No block is longer packed than raw; Snappy needs its longest run as room for the last block.
    return blocks * ENTRY_BYTES + Snappy.maxCompressedLength(rawBytes);
  }

  @Override
  public int pack(byte[] raw, int rawBytes, int blocks, byte[] frame) throws IOException {
    ByteBuffer in = ByteBuffer.wrap(raw, 0, rawBytes);
    ByteBuffer table = ByteBuffer.wrap(frame).position(ChunkFormat.HEADER_BYTES);
    int end = ChunkFormat.HEADER_BYTES + blocks * ENTRY_BYTES;
    for (int i = 0; i < blocks; i++) {
      int length = in.getInt();
      int compressed = Snappy.compress(raw, in.position(), length, frame, end);
      boolean stored = compressed > length - length / SAVED_DIVISOR;
      if (stored) {
        System.arraycopy(raw, in.position(), frame, end, length);
      }
      int packed = stored ? length : compressed;
      table.put(stored ? STORED : SNAPPY).putInt(length).putInt(packed);
      in.position(in.position() + length);
      end += packed;
    }
    return end - ChunkFormat.HEADER_BYTES;
  }

  @Override
  public List<byte[]> unpack(byte[] array, int offset, int length, int blocks, int rawBytes)
      throws CorruptChunkException {
    int tableBytes = blocks * ENTRY_BYTES;
    require(length > tableBytes, "frame ends in its table", length);
    ByteBuffer table = ByteBuffer.wrap(array, offset, tableBytes);
    checkTable(table.duplicate(), rawBytes, length - tableBytes);
    List<byte[]> unpacked = new ArrayList<>(blocks);
    int at = offset + tableBytes;
    for (int i = 0; i < blocks; i++) {
      boolean stored = table.get() == STORED;
      int bytes = table.getInt();
      int packed = table.getInt();
      unpacked.add(
          stored
              ? Arrays.copyOfRange(array, at, at + bytes)
              : SnappyRun.uncompress(array, at, packed, bytes, NOTHING));
      at += packed;
    }
    return unpacked;
  }

  /** Compares all lengths with those of the frame, before anything is allocated for a block. */
  private static void checkTable(ByteBuffer table, int rawBytes, int packedBytes)
      throws CorruptChunkException {
    long raw = 0;
    long packed = 0;
    while (table.hasRemaining()) {
      byte way = table.get();
      int length = table.getInt();
      int packedLength = table.getInt();
      require(way == STORED || way == SNAPPY, "unknown packing of a block", way);
      require(length >= ChunkFormat.MIN_BLOCK_BYTES, "length of a block", length);
      require(
          packedLength > 0 && (way == SNAPPY || packedLength == length),
          "packed length of a block",
          packedLength);
      raw += (long) ChunkFormat.BLOCK_PREFIX_BYTES + length;
      packed += packedLength;
    }
    require(raw == rawBytes, "raw length by the table", raw);
    require(packed == packedBytes, "packed length by the table", packed);
  }
}
