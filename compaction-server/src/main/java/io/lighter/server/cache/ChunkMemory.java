package io.lighter.server.cache;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hbase.thirdparty.io.netty.buffer.ByteBuf;
import org.apache.hbase.thirdparty.io.netty.buffer.ByteBufAllocator;
import org.apache.hbase.thirdparty.io.netty.buffer.UnpooledByteBufAllocator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Off-heap memory with a fixed budget: one allocation of exactly its size per compressed chunk,
 * freed when the last reference to it is released, without the garbage collector.
 *
 * <p>Thread-safe. What is counted is what is allocated: a chunk that was released while a call
 * still sends it counts until that call ends.
 */
final class ChunkMemory {
  private static final Logger LOG = LoggerFactory.getLogger(ChunkMemory.class);

  private final ByteBufAllocator allocator = new UnpooledByteBufAllocator(true, true);
  private final long capacity;
  private final AtomicLong used = new AtomicLong();

  /**
   * Empty memory.
   *
   * @param capacity bytes
   */
  ChunkMemory(long capacity) {
    this.capacity = capacity;
  }

  /** A copy of {@code frame}, with one reference; empty when it does not fit. */
  Optional<StoredFrame> store(ByteBuffer frame) {
    int size = frame.remaining();
    if (!reserve(size)) {
      return Optional.empty();
    }
    ByteBuf copy;
    try {
      copy = allocator.directBuffer(size, size);
    } catch (OutOfMemoryError e) { // of the JVM's direct memory, which is smaller than ours
      used.addAndGet(-size);
      LOG.warn("lighter.server.cache.size is more than this JVM's direct memory", e);
      return Optional.empty();
    }
    copy.writeBytes(frame.duplicate());
    return Optional.of(new StoredFrame(copy, size, this));
  }

  long used() {
    return used.get();
  }

  void freed(int size) {
    used.addAndGet(-size);
  }

  private boolean reserve(int size) {
    long before;
    do {
      before = used.get();
      if (size > capacity - before) {
        return false;
      }
    } while (!used.compareAndSet(before, before + size));
    return true;
  }
}
