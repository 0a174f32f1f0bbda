// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.chunk;

import static io.lighter.chunk.CorruptChunkException.require;

import java.io.IOException;
import org.xerial.snappy.Snappy;

/** Uncompresses Snappy runs from the network. */
final class SnappyRun {
  private SnappyRun() {}

  /**
   * Uncompresses a run. Compares the length that the run announces before it allocates or writes.
   *
   * @param rawBytes expected length
   * @param reused receives the bytes if it is long enough
   * @return {@code reused}, or a new array of {@code rawBytes}
   * @throws CorruptChunkException if the run is malformed, or of another length
   */
  static byte[] uncompress(byte[] array, int offset, int length, int rawBytes, byte[] reused)
      throws CorruptChunkException {
    try {
      int announced = Snappy.uncompressedLength(array, offset, length);
      require(announced == rawBytes, "raw length by Snappy", announced);
      byte[] raw = reused.length >= rawBytes ? reused : new byte[rawBytes];
      // Snappy never writes more than it announced, and rejects malformed input.
      int written = Snappy.uncompress(array, offset, length, raw, 0);
      require(written == rawBytes, "uncompressed length", written);
      return raw;
    } catch (CorruptChunkException e) {
      throw e;
    } catch (IOException e) {
      throw new CorruptChunkException("cannot uncompress", e);
    }
  }
}
