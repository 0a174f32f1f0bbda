package io.lighter.server.cache;

import java.nio.ByteBuffer;
import org.apache.hbase.thirdparty.io.netty.buffer.ByteBuf;

/**
 * A frame in off-heap memory, counted by references. Thread-safe; whoever holds a reference may
 * read, and releases it once.
 */
public final class StoredFrame {
  private final ByteBuf bytes;
  private final int size;
  private final ChunkMemory memory;

  /**
   * A frame with one reference.
   *
   * @param bytes this frame's own
   */
  StoredFrame(ByteBuf bytes, int size, ChunkMemory memory) {
    this.bytes = bytes;
    this.size = size;
    this.memory = memory;
  }

  /** The frame itself, not a copy; to be read only, while the caller holds a reference. */
  public ByteBuffer buffer() {
    return bytes.nioBuffer(0, size);
  }

  public int size() {
    return size;
  }

  /** Adds a reference; the caller knows that there is one. */
  StoredFrame retain() {
    bytes.retain();
    return this;
  }

  /** Gives a reference back; the last one frees the memory. */
  public void release() {
    if (bytes.release()) {
      memory.freed(size);
    }
  }
}
