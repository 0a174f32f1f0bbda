// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.cache;

import java.nio.ByteBuffer;
import org.apache.hbase.thirdparty.io.netty.buffer.ByteBuf;
import org.apache.hbase.thirdparty.io.netty.util.AbstractReferenceCounted;
import org.apache.hbase.thirdparty.io.netty.util.IllegalReferenceCountException;
import org.apache.hbase.thirdparty.io.netty.util.ReferenceCounted;

/**
 * A frame in off-heap memory with a count of references. Thread-safe; a holder of a reference may
 * read the frame, and releases the reference once.
 */
public final class StoredFrame {
  private final ByteBuf bytes;
  private final int size;
  private final ReferenceCounted references;

  /**
   * Creates a frame with one reference.
   *
   * @param bytes buffer that this frame owns until the buffer is returned to {@code memory}
   */
  StoredFrame(ByteBuf bytes, int size, ChunkMemory memory) {
    this.bytes = bytes;
    this.size = size;
    this.references =
        new AbstractReferenceCounted() {
          @Override
          protected void deallocate() {
            memory.freed(bytes, size);
          }

          @Override
          public ReferenceCounted touch(Object hint) {
            return this;
          }
        };
  }

  /**
   * The frame itself, not a copy. The caller only reads it, and holds a reference meanwhile.
   *
   * @throws IllegalReferenceCountException if there is no reference any more
   */
  public ByteBuffer buffer() {
    if (references.refCnt() == 0) {
      throw new IllegalReferenceCountException(0);
    }
    return bytes.nioBuffer(0, size);
  }

  public int size() {
    return size;
  }

  /** Adds a reference; the caller knows that one exists. */
  StoredFrame retain() {
    references.retain();
    return this;
  }

  /** Releases a reference; the last release frees the memory. */
  public void release() {
    references.release();
  }
}
