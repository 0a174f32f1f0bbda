// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.chunk;

import java.io.IOException;
import java.util.List;

/**
 * Packs blocks into the bytes behind the header of a frame, and unpacks them. {@link ChunkFormat}
 * documents the layouts. Confined to one thread, because a packing may reuse its buffers.
 */
interface Packing {
  /**
   * Upper bound of the packed bytes.
   *
   * @param rawBytes bytes of the blocks with their prefixes, from 1 to {@link
   *     ChunkFormat#MAX_RAW_BYTES}
   */
  int maxBytes(int rawBytes, int blocks);

  /**
   * Packs blocks.
   *
   * @param raw per block its length as an int, and its bytes; {@code rawBytes} from index 0 on
   * @param frame receives the packed bytes behind the header; has room for {@link #maxBytes}
   * @return number of packed bytes
   */
  int pack(byte[] raw, int rawBytes, int blocks, byte[] frame) throws IOException;

  /**
   * Unpacks blocks. Allocates at most {@code rawBytes} for them, and as much for a buffer that is
   * reused.
   *
   * @param array has the packed bytes, {@code length} from {@code offset} on; not changed
   * @param blocks at least 1, and at most what {@code rawBytes} has room for
   * @param rawBytes within the limits, as the header has it
   * @return the bytes of each block, in arrays that share no memory
   * @throws CorruptChunkException if these are not the packed bytes of such blocks
   */
  List<byte[]> unpack(byte[] array, int offset, int length, int blocks, int rawBytes)
      throws CorruptChunkException;
}
