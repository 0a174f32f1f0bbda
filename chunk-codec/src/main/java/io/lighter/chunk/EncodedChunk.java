// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.chunk;

import java.nio.ByteBuffer;

/**
 * A complete chunk, compressed.
 *
 * @param firstOffset file offset of the first block
 * @param lastOffset file offset of the last block
 * @param rawBytes size before compression
 * @param frame the bytes from position to limit; valid until the builder builds the next chunk
 */
public record EncodedChunk(
    ChunkKind kind,
    ChunkVersion version,
    long firstOffset,
    long lastOffset,
    int blocks,
    int rawBytes,
    ByteBuffer frame) {

  /** Size of the frame as transferred. */
  public int frameBytes() {
    return frame.remaining();
  }
}
