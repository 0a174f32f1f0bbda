// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.cache;

import java.io.Closeable;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.apache.hbase.thirdparty.io.netty.buffer.ByteBuf;
import org.apache.hbase.thirdparty.io.netty.buffer.ByteBufAllocator;
import org.apache.hbase.thirdparty.io.netty.buffer.UnpooledByteBufAllocator;
import org.apache.hbase.thirdparty.io.netty.util.internal.PlatformDependent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Off-heap memory with a fixed budget: one buffer per compressed chunk. The buffer is free when the
 * last reference to the chunk is released, without the garbage collector.
 *
 * <p>Free buffers are retained for the chunks of the next output, within the same budget and half
 * of the JVM's direct memory (RPC needs some as well). Memory that was returned to the operating
 * system comes back page by page, each with a fault: on a machine with busy processors a compaction
 * took a tenth longer ({@code docs/results/offload.md}).
 *
 * <p>Without room for a chunk, memory of less use is taken back from its owner first.
 *
 * <p>Thread-safe; {@code this} is the one lock. Used memory is that of chunks: a released chunk
 * that a call still sends counts until that call ends.
 */
final class ChunkMemory implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(ChunkMemory.class);

  /** Page size; buffers are whole pages, so that similar chunks have equal buffers. */
  private static final int PAGE_BYTES = 4 << 10;

  /** Divisor of the part of a free buffer that a chunk may leave empty: at most an eighth. */
  private static final int WASTE_DIVISOR = 8;

  private final ByteBufAllocator allocator = new UnpooledByteBufAllocator(true, true);
  private final long capacity;
  private final long mostFree;
  private final BooleanSupplier makeRoom;

  // All: guarded by this.
  /** Free buffers by capacity; no entry is empty. */
  private final NavigableMap<Integer, Deque<ByteBuf>> free = new TreeMap<>();

  private long allocated;
  private long freeBytes;
  private long used;
  private boolean closed;

  /**
   * Creates empty memory.
   *
   * @param capacity bytes
   * @param makeRoom frees chunks of less use; false if there are none. Called without a lock, on
   *     any thread
   */
  ChunkMemory(long capacity, BooleanSupplier makeRoom) {
    this(capacity, PlatformDependent.maxDirectMemory() / 2, makeRoom);
  }

  /**
   * Creates empty memory.
   *
   * @param capacity bytes
   * @param mostFree bytes of free buffers that are retained
   */
  ChunkMemory(long capacity, long mostFree, BooleanSupplier makeRoom) {
    this.capacity = capacity;
    this.mostFree = mostFree;
    this.makeRoom = makeRoom;
  }

  /** Copies {@code frame} into a frame with one reference; empty if the copy does not fit. */
  Optional<StoredFrame> store(ByteBuffer frame) {
    int size = frame.remaining();
    Optional<ByteBuf> free = buffer(size);
    while (free.isEmpty() && size <= capacity && makeRoom.getAsBoolean()) {
      free = buffer(size);
    }
    return free.map(
        buffer -> {
          buffer.clear().writeBytes(frame.duplicate());
          return new StoredFrame(buffer, size, this);
        });
  }

  /** Bytes of all chunks. */
  synchronized long used() {
    return used;
  }

  /** Bytes of all buffers, used and free. */
  synchronized long allocated() {
    return allocated;
  }

  /** Takes back the buffer of a chunk of {@code size} bytes that has no reference. */
  synchronized void freed(ByteBuf buffer, int size) {
    used -= size;
    if (closed || freeBytes + buffer.capacity() > mostFree) {
      deallocate(buffer);
    } else {
      freeBytes += buffer.capacity();
      free.computeIfAbsent(buffer.capacity(), bytes -> new ArrayDeque<>()).push(buffer);
    }
  }

  /** Deallocates free buffers, and others as soon as they are free. */
  @Override
  public synchronized void close() {
    closed = true;
    deallocateFree();
  }

  private synchronized Optional<ByteBuf> buffer(int size) {
    int bytes = (size + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES;
    Optional<ByteBuf> buffer = freeBuffer(bytes).or(() -> newBuffer(bytes));
    if (buffer.isPresent()) {
      used += size;
    }
    return buffer;
  }

  private Optional<ByteBuf> freeBuffer(int bytes) { // holds the lock
    Map.Entry<Integer, Deque<ByteBuf>> fitting = free.ceilingEntry(bytes);
    if (fitting == null || fitting.getKey() - bytes > fitting.getKey() / WASTE_DIVISOR) {
      return Optional.empty();
    }
    return Optional.of(take(fitting));
  }

  private Optional<ByteBuf> newBuffer(int bytes) { // holds the lock
    // Free buffers of other sizes do not fit the new chunks.
    while (bytes > capacity - allocated && !free.isEmpty()) {
      deallocate(take(free.lastEntry()));
    }
    if (bytes > capacity - allocated) {
      return Optional.empty();
    }
    try {
      ByteBuf buffer = allocator.directBuffer(bytes, bytes);
      allocated += bytes;
      return Optional.of(buffer);
    } catch (OutOfMemoryError e) { // the JVM's direct memory is smaller than the budget
      LOG.warn("lighter.server.cache.size is more than this JVM's direct memory", e);
      deallocateFree();
      return Optional.empty();
    }
  }

  private ByteBuf take(Map.Entry<Integer, Deque<ByteBuf>> buffers) { // holds the lock
    ByteBuf buffer = buffers.getValue().pop();
    freeBytes -= buffer.capacity();
    if (buffers.getValue().isEmpty()) {
      free.remove(buffers.getKey());
    }
    return buffer;
  }

  private void deallocateFree() { // holds the lock
    while (!free.isEmpty()) {
      deallocate(take(free.lastEntry()));
    }
  }

  private void deallocate(ByteBuf buffer) { // holds the lock
    allocated -= buffer.capacity();
    buffer.release();
  }
}
