// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.chunk;

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

  /** Returns the raw bytes of a valid frame. */
  static byte[] rawBytes(byte[] frame) throws IOException {
    return Snappy.uncompress(Arrays.copyOfRange(frame, ChunkFormat.HEADER_BYTES, frame.length));
  }

  /**
   * Returns the content, correctly compressed, under a header that announces {@code blocks} blocks.
   */
  static byte[] sealed(ChunkKind kind, byte[] content, int blocks) throws IOException {
    byte[] compressed = Snappy.compress(content);
    ByteBuffer sealed = ByteBuffer.allocate(ChunkFormat.HEADER_BYTES + compressed.length);
    ChunkFormat.writeHeader(sealed, kind, blocks, content.length, compressed.length);
    sealed.position(ChunkFormat.HEADER_BYTES).put(compressed);
    return resealed(sealed.array());
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
