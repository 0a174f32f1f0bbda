// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.read;

import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The seeks ahead of one store. A read may end before its seeks ahead do, and so a region could
 * close files that these still read. The store therefore waits for them before it gives up its
 * files.
 *
 * <p>With {@link SearchMode#ADAPTIVE}, the store seeks ahead only while its {@link MissShare} is
 * high, a read no further than the store's {@link ReadDepth}, within the {@link SearchLimit} of the
 * region server. Seeks whose result no read used are not in the share: else seeks ahead in files
 * that no read needs would be a reason for more of them.
 *
 * <p>Thread-safe. The lock is {@code this}; nothing is called with it held.
 */
public final class StoreSearch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(StoreSearch.class);

  /** Longer than HDFS waits for a DataNode by default ({@code dfs.client.socket-timeout}). */
  private static final long WAIT_NANOS = TimeUnit.SECONDS.toNanos(90);

  private final SearchPool pool;

  /** Empty if the store always seeks ahead. */
  private final Optional<Recent> recent;

  /** Seeks that the pool has. Guarded by this. */
  private int seeks;

  /** Guarded by this. */
  private boolean isClosed;

  /** What the recent reads of an adaptive store needed. */
  private record Recent(MissShare misses, ReadDepth depth) {}

  private StoreSearch(SearchPool pool, Optional<Recent> recent) {
    this.pool = pool;
    this.recent = recent;
  }

  /** Returns an open store that always seeks ahead. */
  public static StoreSearch fixed(SearchPool pool) {
    return new StoreSearch(pool, Optional.empty());
  }

  /** Returns an open store that seeks ahead while that pays. */
  public static StoreSearch adaptive(SearchPool pool) {
    return new StoreSearch(pool, Optional.of(new Recent(new MissShare(), new ReadDepth())));
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

  ScanCounts newCounts() {
    return new ScanCounts(recent.isPresent());
  }

  /**
   * Returns how many of its first seeks a read may have begun, its own ones included; 1 or more. A
   * read does no seek ahead if this is 1.
   */
  int mostSeeks() {
    return recent
        .map(reads -> reads.misses().isHigh() ? reads.depth().depth() : 1)
        .orElse(ReadDepth.ALL);
  }

  /**
   * Notes that a read has ended.
   *
   * @param files files that the read could have sought in at once
   * @param needed files that it had to seek in
   */
  void ended(int files, int needed) {
    recent.ifPresent(reads -> reads.depth().ended(files, needed));
  }

  /** Runs a first seek on the thread of its read. */
  <E extends Exception> void seek(ScanCounts.Seek<E> seek) throws E {
    if (recent.isEmpty()) {
      seek.run();
      return;
    }
    long start = System.nanoTime();
    boolean isFromFile = ThreadCounts.readsFile(seek);
    if (isFromFile) {
      pool.limit().took(System.nanoTime() - start);
    }
    recent.get().misses().add(isFromFile);
  }

  /** Runs a first seek on a thread of the pool. */
  <E extends Exception> void seekAhead(ScanCounts counts, ScanCounts.Seek<E> seek) throws E {
    long start = System.nanoTime();
    counts.record(seek);
    if (recent.isPresent() && counts.isFromFile()) {
      pool.limit().took(System.nanoTime() - start);
    }
  }

  /** Notes that a read has used the result of a seek ahead. */
  void used(ScanCounts counts) {
    recent.ifPresent(reads -> reads.misses().add(counts.isFromFile()));
  }

  /** Counts a seek that the pool gets; returns false if the store may not seek ahead. */
  boolean add() {
    if (recent.isPresent() && !pool.limit().add()) {
      return false;
    }
    synchronized (this) {
      if (!isClosed) {
        seeks++;
        return true;
      }
    }
    leaveLimit();
    return false;
  }

  /** Counts a seek that the pool no longer has. */
  void remove() {
    leaveLimit();
    synchronized (this) {
      seeks--;
      if (seeks == 0) {
        notifyAll();
      }
    }
  }

  private void leaveLimit() {
    if (recent.isPresent()) {
      pool.limit().remove();
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
