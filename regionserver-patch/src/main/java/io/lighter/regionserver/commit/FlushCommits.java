// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.commit;

import io.lighter.client.commit.CommitOutcomeUnknownException;
import io.lighter.client.commit.CommitRefusedException;
import io.lighter.client.commit.TransactionId;
import io.lighter.common.MonotonicClock;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.DroppedSnapshotException;
import org.apache.hadoop.hbase.RegionTooBusyException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The durable commits of a region that a flush makes durable. All that wait share a flush: it
 * starts for the first one, and has all that was written before HBase takes its snapshot. A commit
 * that comes later waits for the next flush.
 *
 * <p>Who flushes does not matter: HBase's own flushes, and the one of a region that closes, count
 * as well. So the memstore is looked at, and not the result of a flush ({@link CommitMemory}). Its
 * <i>parts</i> are numbered. A commit is in the part that is active after its write, or in an
 * earlier one. It is in a file when that part is not active, and
 *
 * <ul>
 *   <li>there is no snapshot, or
 *   <li>another part was active since: HBase lets no part go while it has the snapshot of the one
 *       before.
 * </ul>
 *
 * <p>HBase's sequence ids do not tell as much. After a flush that failed half-way, the next one
 * writes the old snapshot alone, and its id is behind that of newer cells.
 *
 * <p>Handlers wait, and a thread of {@code flusher} flushes: HBase's access control lets a flush of
 * a handler happen only if the caller may flush the table, and an interrupted flush stops the
 * region server. Thread-safe; the lock is {@code this}, and is held for no call of HBase that
 * waits.
 */
final class FlushCommits {
  private static final Logger LOG = LoggerFactory.getLogger(FlushCommits.class);

  /** How long a call waits. A client repeats the call, and waits on. */
  static final Duration WAIT = Duration.ofSeconds(30);

  /**
   * Time until the next look, since nothing tells of HBase's own flushes; and until the next
   * attempt after one that HBase did not try.
   */
  private static final Duration PAUSE = Duration.ofMillis(20);

  /**
   * Most time between two flushes of this object. The second one waits as long as the first one
   * took, so that other flushes find a moment: HBase's flush procedure does not wait for one.
   */
  static final Duration MOST_GAP = Duration.ofMillis(200);

  private final CommitMemory memory;
  private final Executor flusher;
  private final OpenCount waiting;
  private final TransactionMetrics metrics;
  private final MonotonicClock clock;

  /** The active part of the last look. Weak, since it has the cells. Guarded by this. */
  private WeakReference<Object> active = new WeakReference<>(null);

  /** The number of the active part. Guarded by this. */
  private long part;

  /** Parts up to this number are in files. Guarded by this. */
  private long inFiles = -1;

  /** Whether a flush of this object is queued or runs. Guarded by this. */
  private boolean flushing;

  /** Flushes that were started. Guarded by this. */
  private long started;

  /** Number of the last flush that failed; 0: none. Guarded by this. */
  private long failed;

  /** Why it failed. Guarded by this. */
  private Exception failure;

  /** Before this time no flush is started. Guarded by this. */
  private long pauseEndNanos;

  /**
   * Creates the object of a region.
   *
   * @param flusher runs flushes
   * @param waiting durable commits of the region server that wait, or are about to
   */
  FlushCommits(
      CommitMemory memory,
      Executor flusher,
      OpenCount waiting,
      TransactionMetrics metrics,
      MonotonicClock clock) {
    this.memory = memory;
    this.flusher = flusher;
    this.waiting = waiting;
    this.metrics = metrics;
    this.clock = clock;
    this.pauseEndNanos = clock.nanoTime();
  }

  /**
   * Takes a place for a durable commit, before it writes. {@link #leave} has to follow.
   *
   * @throws CommitRefusedException if all places are taken; a wait for one would hold a handler,
   *     and other calls need those
   */
  void enter() throws CommitRefusedException {
    if (!waiting.tryAdd()) {
      metrics.refused(RefusalCause.FLUSH_BUSY);
      throw new CommitRefusedException(
          ("durable commits that wait for flushes = %d: expected fewer, half of the handlers at"
                  + " most")
              .formatted(waiting.most()));
    }
  }

  /** Gives the place back. */
  void leave() {
    waiting.remove();
  }

  /**
   * Refuses a durable commit that has not written yet, while compactions are behind: each flush is
   * one more file.
   */
  void requireFewFiles() throws CommitRefusedException {
    if (memory.hasTooManyFiles()) {
      metrics.refused(RefusalCause.FLUSH_BUSY);
      throw new CommitRefusedException(
          "files of the store = more than hbase.hstore.blockingStoreFiles: expected fewer before a"
              + " durable commit");
    }
  }

  /** The number of a part; all that was written before the call is in it, or in an earlier one. */
  synchronized long mark() {
    return look() ? inFiles : part;
  }

  /**
   * Waits until all parts up to {@code mark} are in files.
   *
   * @throws RegionTooBusyException if flushes take too long; the call may be repeated
   * @throws CommitOutcomeUnknownException if the region server stops, or the region was closed
   *     without a flush
   * @throws IOException if the flush failed and its cells are still in memory; the call may be
   *     repeated
   */
  void await(TransactionId id, long mark) throws IOException {
    long startNanos = clock.nanoTime();
    awaitFiles(id, mark, startNanos);
    metrics.flushCommitted(TimeUnit.NANOSECONDS.toMillis(clock.nanoTime() - startNanos));
  }

  private synchronized void awaitFiles(TransactionId id, long mark, long startNanos)
      throws IOException {
    long before = started; // the failure of an earlier flush is not this commit's
    long pauseNanos = nextPause(id, mark, startNanos, before);
    while (pauseNanos > 0) {
      try {
        wait(Math.max(1, TimeUnit.NANOSECONDS.toMillis(pauseNanos)));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        InterruptedIOException interrupted = new InterruptedIOException("wait for a flush");
        interrupted.initCause(e);
        throw interrupted;
      }
      pauseNanos = nextPause(id, mark, startNanos, before);
    }
  }

  /**
   * Starts a flush if none is under way.
   *
   * @param before number of the last flush that was started before the wait
   * @return time until the next call; 0 if all parts up to {@code mark} are in files
   */
  private long nextPause(TransactionId id, long mark, long startNanos, long before)
      throws IOException {
    boolean closed = memory.isClosed(); // first: after it, no look shows anything new
    boolean unused = look();
    if (mark <= inFiles) {
      return 0;
    }
    if (closed) {
      throw new CommitOutcomeUnknownException("region was closed before a flush had " + id);
    }
    if (failed > before) {
      throw failure(id);
    }
    long leftNanos = WAIT.toNanos() - (clock.nanoTime() - startNanos);
    if (leftNanos <= 0) {
      throw new RegionTooBusyException(
          "flush for %s takes more than %d s".formatted(id, WAIT.toSeconds()));
    }
    if (!flushing && clock.nanoTime() - pauseEndNanos >= 0) {
      start();
    }
    return Math.min(leftNanos, PAUSE.toNanos());
  }

  private IOException failure(TransactionId id) {
    return failure instanceof DroppedSnapshotException
        ? new CommitOutcomeUnknownException("flush for " + id + " has failed", failure)
        : new IOException("flush for " + id + " has failed, and is tried again if asked", failure);
  }

  /**
   * Looks at the memstore.
   *
   * @return whether it was empty
   */
  private boolean look() {
    CommitMemory.Look look = memory.look();
    if (active.get() != look.active()) {
      active = new WeakReference<>(look.active());
      part++;
    }
    inFiles = Math.max(inFiles, look.isSnapshotEmpty() ? part - 1 : part - 2);
    boolean empty = look.isSnapshotEmpty() && look.isActiveEmpty();
    if (empty) {
      inFiles = part;
      part++; // what is written from here on is not in files
    }
    return empty;
  }

  private void start() {
    flushing = true;
    started++;
    long number = started;
    try {
      flusher.execute(() -> flush(number));
    } catch (RejectedExecutionException e) { // the last region of the server closes
      LOG.debug("no flush is started any more", e);
      ended(PAUSE.toNanos());
    }
  }

  private void flush(long number) {
    long startNanos = clock.nanoTime();
    long filesBefore;
    synchronized (this) {
      filesBefore = inFiles;
    }
    boolean tried = false;
    try {
      tried = memory.flush();
    } catch (IOException | RuntimeException e) {
      LOG.error("flush for durable commits has failed", e);
      synchronized (this) {
        failed = number;
        failure = e;
      }
    } finally {
      if (tried) {
        metrics.flushedForCommits();
      }
      synchronized (this) {
        boolean unused = look();
        ended(tried && inFiles > filesBefore ? gapNanos(startNanos) : PAUSE.toNanos());
      }
    }
  }

  private long gapNanos(long startNanos) {
    return Math.min(MOST_GAP.toNanos(), clock.nanoTime() - startNanos);
  }

  /** Lets the next flush start after a pause. */
  private synchronized void ended(long pauseNanos) {
    flushing = false;
    pauseEndNanos = clock.nanoTime() + pauseNanos;
    notifyAll();
  }
}
