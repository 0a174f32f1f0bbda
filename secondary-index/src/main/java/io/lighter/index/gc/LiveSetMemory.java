// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.gc;

/** Heap for the live sets of all jobs of a compaction server together. Thread-safe. */
public final class LiveSetMemory {
  private final long capacity;

  /** Guarded by this. */
  private long used;

  /** Creates unused memory of so many bytes. */
  public LiveSetMemory(long capacity) {
    this.capacity = capacity;
  }

  /** Reserves memory until {@link #release}, or returns false if there is too little. */
  synchronized boolean tryReserve(long bytes) {
    if (bytes > capacity - used) {
      return false;
    }
    used += bytes;
    return true;
  }

  synchronized void release(long bytes) {
    used -= bytes;
  }

  /** Bytes that jobs have reserved. */
  public synchronized long used() {
    return used;
  }
}
