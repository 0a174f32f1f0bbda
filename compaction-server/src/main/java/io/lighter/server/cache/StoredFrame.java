package io.lighter.server.cache;

import java.nio.ByteBuffer;
import org.apache.hbase.thirdparty.io.netty.buffer.ByteBuf;
import org.apache.hbase.thirdparty.io.netty.util.AbstractReferenceCounted;
import org.apache.hbase.thirdparty.io.netty.util.IllegalReferenceCountException;
import org.apache.hbase.thirdparty.io.netty.util.ReferenceCounted;

/**
 * A frame in off-heap memory, counted by references. Thread-safe; whoever holds a reference may
 * read, and releases it once.
 */
public final class StoredFrame {
  private final ByteBuf bytes;
  private final int size;
  private final ReferenceCounted references;

  /**
   * A frame with one reference.
   *
   * @param bytes this frame's own, until {@code memory} is told that it is free
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
   * The frame itself, not a copy; to be read only, while the caller holds a reference.
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

  /** Adds a reference; the caller knows that there is one. */
  StoredFrame retain() {
    references.retain();
    return this;
  }

  /** Gives a reference back; the last one frees the memory. */
  public void release() {
    references.release();
  }
}
