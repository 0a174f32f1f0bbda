// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.read;

import java.util.ArrayList;
import java.util.List;

/**
 * The seeks ahead of one store. A read may end before its seeks ahead do, and so a region could
 * close files that these still read. The seek that ends last therefore closes the files of a store
 * that has closed in the meantime, and no thread of HBase waits for it.
 *
 * <p>Thread-safe. The lock is {@code this}; nothing is called with it held.
 */
public final class StoreSearch implements AutoCloseable {
  private final SearchPool pool;

  /** Seeks that the pool has. Guarded by this. */
  private int seeks;

  /** Guarded by this. */
  private boolean isClosed;

  /** What the last seek does, by file; empty until the store is closed. Guarded by this. */
  private final List<Runnable> closings = new ArrayList<>();

  /** Creates an open store without seeks. */
  public StoreSearch(SearchPool pool) {
    this.pool = pool;
  }

  /**
   * Returns the group of the scanner that the caller's thread makes next.
   *
   * @param order of the scanner in its read, as HBase counts, from 0
   */
  public SearchGroup group(long order) {
    return SearchGroup.of(this, order);
  }

  AheadSeek newSeek(AheadSeek.Scanner scanner) {
    return new AheadSeek(this, pool, scanner);
  }

  /** Counts a seek that the pool gets; returns false if the store is closed. */
  synchronized boolean add() {
    if (!isClosed) {
      seeks++;
    }
    return !isClosed;
  }

  /** Counts a seek that the pool no longer has. */
  void remove() {
    List<Runnable> due;
    synchronized (this) {
      seeks--;
      if (seeks > 0) {
        return;
      }
      due = List.copyOf(closings);
      closings.clear();
    }
    due.forEach(Runnable::run);
  }

  /** Begins no further seek. Does not wait for those that run. */
  @Override
  public synchronized void close() {
    isClosed = true;
  }

  /**
   * Leaves the closing of a file to the last seek, if the store is closed and seeks still run.
   *
   * @param closing closes the file; throws nothing
   * @return false if the caller has to close the file now
   */
  public synchronized boolean leaveToLastSeek(Runnable closing) {
    if (!isClosed || seeks == 0) {
      return false;
    }
    closings.add(closing);
    return true;
  }
}
