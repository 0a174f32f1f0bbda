package io.lighter.chunk;

import java.nio.ByteBuffer;

/**
 * A complete chunk, compressed.
 *
 * @param firstOffset in the file, of the first block
 * @param lastOffset in the file, of the last block
 * @param rawBytes before compression
 * @param frame from position to limit; valid until its builder builds the next one
 */
public record EncodedChunk(
    ChunkKind kind, long firstOffset, long lastOffset, int blocks, int rawBytes, ByteBuffer frame) {

  /** Bytes that travel. */
  public int frameBytes() {
    return frame.remaining();
  }
}
