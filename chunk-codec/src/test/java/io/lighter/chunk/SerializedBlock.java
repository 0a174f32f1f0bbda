// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.chunk;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.hadoop.hbase.io.ByteBuffAllocator;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.nio.SingleByteBuff;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Data blocks with given content, without HBase's checksums, so that their bytes are the same with
 * every release of HBase.
 */
final class SerializedBlock {
  private static final int HEADER_BYTES = 24;

  private SerializedBlock() {}

  /** The bytes of a block as {@code HFileBlock.serialize} writes them. */
  static byte[] bytes(long offset, byte[] content) {
    return ByteBuffer.allocate(HEADER_BYTES + content.length + HFileBlock.BLOCK_METADATA_SPACE)
        .put(Bytes.toBytes("DATABLK*"))
        .putInt(content.length) // on disk
        .putInt(content.length) // uncompressed
        .putLong(-1) // offset of the previous block
        .put(content)
        .put((byte) 0) // no checksums
        .putLong(offset)
        .putInt(-1) // size of the next block
        .array();
  }

  /** The same as a block. */
  static HFileBlock of(long offset, byte[] content) throws IOException {
    return (HFileBlock)
        HFileBlock.BLOCK_DESERIALIZER.deserialize(
            new SingleByteBuff(ByteBuffer.wrap(bytes(offset, content))), ByteBuffAllocator.HEAP);
  }
}
