// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.read;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The resident Bloom filter blocks of one file. The bytes of the blocks are reserved in {@link
 * ResidentFilters} as long as the blocks are here. Thread-safe; {@link #find} and {@link #hasRoom}
 * take no lock.
 *
 * @param <B> a block, which readers may use after it has been removed
 */
public final class FileFilters<B> {
  /** Bytes of a map's entry and its key. */
  private static final long ENTRY_BYTES = 80;

  private record Resident<B>(B block, long bytes) {}

  private final StoreFilters<B> store;
  private final ResidentFilters memory;

  /** By offset in the file. Changed with the lock of the store held. */
  private final Map<Long, Resident<B>> blocks = new ConcurrentHashMap<>();

  /** Guarded by the lock of the store. */
  private boolean isClosed;

  FileFilters(StoreFilters<B> store, ResidentFilters memory) {
    this.store = store;
    this.memory = memory;
  }

  /** Returns the resident block at an offset of the file, null if there is none. */
  public B find(long offset) {
    Resident<B> resident = blocks.get(offset);
    if (resident == null) {
      return null;
    }
    memory.found();
    return resident.block();
  }

  /**
   * Tells whether there is room for a block now, without a lock: with a full memory, reads ask
   * often.
   *
   * @param bytes memory that the block would take
   */
  public boolean hasRoom(long bytes) {
    return memory.hasRoom(bytes + ENTRY_BYTES);
  }

  /**
   * Makes a block resident, unless the file is closed or there is no room. Does nothing if the
   * offset has a block.
   *
   * @param bytes memory that the block takes
   * @return whether the offset has a resident block now
   */
  public boolean keep(long offset, B block, long bytes) {
    synchronized (store) {
      if (blocks.containsKey(offset)) {
        return true;
      }
      long all = bytes + ENTRY_BYTES;
      if (isClosed || store.isClosed() || !memory.reserve(all)) {
        return false;
      }
      blocks.put(offset, new Resident<>(block, all));
      store.add(this);
      return true;
    }
  }

  /** Removes the block at an offset, and returns whether there was one. */
  public boolean remove(long offset) {
    synchronized (store) {
      Resident<B> resident = blocks.remove(offset);
      if (resident == null) {
        return false;
      }
      memory.free(resident.bytes());
      if (blocks.isEmpty()) {
        store.remove(this);
      }
      return true;
    }
  }

  /**
   * Removes all blocks; from now on none becomes resident.
   *
   * @return number of the removed blocks
   */
  public int close() {
    synchronized (store) {
      isClosed = true;
      int removed = blocks.size();
      blocks.values().forEach(resident -> memory.free(resident.bytes()));
      blocks.clear();
      store.remove(this);
      return removed;
    }
  }
}
