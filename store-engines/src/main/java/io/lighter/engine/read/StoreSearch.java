// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.read;

import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The seeks ahead of one store. A read may end before its seeks ahead do, and so a region could
 * close files that these still read. The store therefore waits for them before it gives up its
 * files.
 *
 * <p>Thread-safe. The lock is {@code this}; nothing is called with it held.
 */
public final class StoreSearch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(StoreSearch.class);

  /** Longer than HDFS waits for a DataNode by default ({@code dfs.client.socket-timeout}). */
  private static final long WAIT_NANOS = TimeUnit.SECONDS.toNanos(90);

  private final SearchPool pool;

  /** Seeks that the pool has. Guarded by this. */
  private int seeks;

  /** Guarded by this. */
  private boolean isClosed;

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
  synchronized void remove() {
    seeks--;
    if (seeks == 0) {
      notifyAll();
    }
  }

  /**
   * Begins no further seek, and waits up to 90 s for those that run. An interrupt ends the waiting;
   * the thread is still interrupted afterwards.
   */
  @Override
  public void close() {
    long end = System.nanoTime() + WAIT_NANOS;
    synchronized (this) {
      isClosed = true;
      try {
        long left = WAIT_NANOS;
        while (seeks > 0 && left > 0) {
          TimeUnit.NANOSECONDS.timedWait(this, left);
          left = end - System.nanoTime();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      if (seeks == 0) {
        return;
      }
    }
    LOG.warn("a store closes its files although seeks of ended reads still run");
  }
}
