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

/** The packing of version 1: one Snappy run of all blocks with their prefixes. */
final class RunPacking implements Packing {
  /** Uncompressed bytes of the last frame; reused. */
  private byte[] unpackedRun = new byte[0];

  @Override
  public int maxBytes(int rawBytes, int blocks) {
    return Snappy.maxCompressedLength(rawBytes);
  }

  @Override
  public int pack(byte[] raw, int rawBytes, int blocks, byte[] frame) throws IOException {
    return Snappy.compress(raw, 0, rawBytes, frame, ChunkFormat.HEADER_BYTES);
  }

  @Override
  public List<byte[]> unpack(byte[] array, int offset, int length, int blocks, int rawBytes)
      throws CorruptChunkException {
    unpackedRun = SnappyRun.uncompress(array, offset, length, rawBytes, unpackedRun);
    List<byte[]> unpacked = new ArrayList<>(blocks);
    ByteBuffer in = ByteBuffer.wrap(unpackedRun, 0, rawBytes);
    for (int i = 0; i < blocks; i++) {
      require(in.remaining() >= ChunkFormat.BLOCK_PREFIX_BYTES, "chunk ends before block", i);
      int bytes = in.getInt();
      require(
          bytes >= ChunkFormat.MIN_BLOCK_BYTES && bytes <= in.remaining(),
          "length of a block",
          bytes);
      // Arrays.copyOfRange avoids the zero-filling of new byte[bytes].
      unpacked.add(Arrays.copyOfRange(unpackedRun, in.position(), in.position() + bytes));
      in.position(in.position() + bytes);
    }
    require(!in.hasRemaining(), "bytes after the last block", in.remaining());
    return unpacked;
  }
}
