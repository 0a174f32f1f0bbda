// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.chunk;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.xerial.snappy.Snappy;

/** Builds frames of a faulty sender that computes correct lengths and checksums. */
final class ForgedFrame {
  private ForgedFrame() {}

  /** Copies the frame out of a chunk's buffer. */
  static byte[] copyOf(EncodedChunk chunk) {
    return Arrays.copyOf(chunk.frame().array(), chunk.frameBytes());
  }

  /** Returns the raw bytes of a valid frame: per block its length and its bytes. */
  static byte[] rawBytes(byte[] frame) throws IOException {
    ByteBuffer header = ByteBuffer.wrap(frame);
    int rawLength = header.getInt(12);
    ByteBuffer raw = ByteBuffer.allocate(rawLength);
    Packing packing = ChunkVersion.ofNumber(frame[4]).orElseThrow().newPacking();
    int packedLength = frame.length - ChunkFormat.HEADER_BYTES;
    for (byte[] block :
        packing.unpack(
            frame, ChunkFormat.HEADER_BYTES, packedLength, header.getInt(8), rawLength)) {
      raw.putInt(block.length).put(block);
    }
    return raw.array();
  }

  /**
   * Returns the content, correctly compressed, under a header that announces {@code blocks} blocks.
   */
  static byte[] sealed(ChunkVersion version, ChunkKind kind, byte[] content, int blocks)
      throws IOException {
    return switch (version) {
      case ONE_RUN -> packed(version, kind, Snappy.compress(content), blocks, content.length);
      case BLOCK_BY_BLOCK ->
          packed(version, kind, blockByBlock(content, blocks), blocks, content.length);
    };
  }

  /** Returns packed bytes as they are, under a header with a matching length and checksum. */
  static byte[] packed(
      ChunkVersion version, ChunkKind kind, byte[] packed, int blocks, int rawLength) {
    ByteBuffer sealed = ByteBuffer.allocate(ChunkFormat.HEADER_BYTES + packed.length);
    ChunkFormat.writeHeader(sealed, version, kind, blocks, rawLength, packed.length);
    sealed.position(ChunkFormat.HEADER_BYTES).put(packed);
    return resealed(sealed.array());
  }

  /**
   * Packs content of which the lengths may be wrong. Each block's length goes into the table as it
   * is, while the packed bytes are those that the content has.
   */
  private static byte[] blockByBlock(byte[] content, int blocks) throws IOException {
    ByteBuffer in = ByteBuffer.wrap(content);
    ByteArrayOutputStream table = new ByteArrayOutputStream();
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    for (int i = 0; i < blocks && in.remaining() >= Integer.BYTES; i++) {
      int length = in.getInt();
      byte[] block = new byte[Math.max(0, Math.min(length, in.remaining()))];
      in.get(block);
      byte way = (i & 1) == 0 ? BlockPacking.SNAPPY : BlockPacking.STORED;
      byte[] bytes = way == BlockPacking.SNAPPY ? Snappy.compress(block) : block;
      table.write(
          ByteBuffer.allocate(BlockPacking.ENTRY_BYTES)
              .put(way)
              .putInt(length)
              .putInt(bytes.length)
              .array());
      packed.write(bytes);
    }
    packed.writeTo(table);
    return table.toByteArray();
  }

  /** Returns the same array, changed to have a matching compressed length and checksum. */
  static byte[] resealed(byte[] frame) {
    if (frame.length >= ChunkFormat.HEADER_BYTES) {
      ByteBuffer.wrap(frame)
          .putInt(16, frame.length - ChunkFormat.HEADER_BYTES)
          .putInt(ChunkFormat.CRC_OFFSET, ChunkFormat.checksum(frame, 0, frame.length));
    }
    return frame;
  }
}
