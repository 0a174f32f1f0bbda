// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.commit;

import io.lighter.client.commit.CommitOutcomeUnknownException;
import io.lighter.client.commit.CommitRefusedException;
import io.lighter.client.commit.TransactionConflictException;
import io.lighter.client.commit.TransactionId;
import io.lighter.regionserver.commit.SnapshotPins.Pin;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.RegionTooBusyException;
import org.apache.hadoop.hbase.exceptions.FailedSanityCheckException;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hadoop.hbase.regionserver.WrongRegionException;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;

/**
 * The commits of one region. Thread-safe.
 *
 * <p>A commit
 *
 * <ol>
 *   <li>takes its snapshot, which then stays pinned;
 *   <li>takes the guard and the locks of all rows that it has read or writes, in HBase's order. A
 *       writer of HBase's holds the lock of its row until its write is visible, so none is under
 *       way in these rows from here on;
 *   <li>checks the read set ({@link CommitValidation});
 *   <li>writes one batch, which is one entry of the write-ahead log and visible at one moment;
 *   <li>releases the locks;
 *   <li>syncs the log, unless it is asynchronous, and answers.
 * </ol>
 *
 * <p>The locks are released before the sync, so that commits to one row share syncs. A transaction
 * that reads what is not synced yet has its own entry behind, and its sync covers both. If a sync
 * fails, memory shows what the log may lack: the region server is aborted, as HBase does after a
 * log that cannot be repaired, and the next one replays what the log has.
 *
 * <p>Without a log ({@link CommitJournal#FLUSH}) steps 4 and 6 are others: the batch goes to the
 * memstore alone, and a durable commit waits for a flush that has it ({@link FlushCommits}). It
 * gives the region's operation lock back first, since a region that closes waits for the lock, and
 * flushes after it. A flush has all of a batch or nothing, and all batches before it, so what a
 * crash leaves is a prefix of the region's commits.
 */
final class RegionCommit {
  /** How long a commit waits for the guard, as HBase by default for the lock of a row. */
  private static final long GUARD_WAIT_SECONDS = 30;

  /** Most time by which a row may be ahead of the clock: other servers had the region before. */
  static final long MOST_AHEAD_MS = 1_000;

  private final Region region;
  private final SnapshotPins pins;
  private final CommitLog log;
  private final FlushCommits flushes;
  private final TransactionMetrics metrics;

  /**
   * Taken exclusively by a commit that has read ranges, and shared by others: rows that a range
   * does not have yet cannot be locked.
   */
  private final ReadWriteLock guard = new ReentrantReadWriteLock(true);

  RegionCommit(
      Region region,
      SnapshotPins pins,
      CommitLog log,
      FlushCommits flushes,
      TransactionMetrics metrics) {
    this.region = region;
    this.pins = pins;
    this.log = log;
    this.flushes = flushes;
    this.metrics = metrics;
  }

  /**
   * Commits a transaction; called again after it was applied, makes sure of the promised durability
   * only.
   *
   * @param owner name of the user
   * @throws TransactionConflictException if the read set has changed
   * @throws io.lighter.client.commit.SnapshotGoneException if the snapshot has ended
   * @throws CommitOutcomeUnknownException if the write, the sync or the flush failed half-way
   * @throws CommitRefusedException if this call wrote nothing, since the region server is too busy
   * @throws IOException if nothing was written for a passing reason, and the snapshot stays open;
   *     or if a flush has failed or takes long. The call may be repeated in both cases.
   */
  void commit(TransactionId id, String owner, CommitPlan plan) throws IOException {
    switch (plan.journal()) {
      case WAL -> commitWithLog(id, owner, plan);
      case FLUSH -> commitWithoutLog(id, owner, plan);
    }
  }

  private void commitWithLog(TransactionId id, String owner, CommitPlan plan) throws IOException {
    region.startRegionOperation(); // until the sync: HBase closes the log after its regions
    try {
      applyOnce(id, owner, plan);
      if (!plan.async()) {
        sync(id);
      }
    } finally {
      region.closeRegionOperation();
    }
  }

  private void commitWithoutLog(TransactionId id, String owner, CommitPlan plan)
      throws IOException {
    if (plan.async()) {
      long unused = applyToMemory(id, owner, plan);
      return;
    }
    flushes.enter();
    try {
      flushes.await(id, applyToMemory(id, owner, plan));
    } finally {
      flushes.leave();
    }
  }

  /**
   * Writes the transaction.
   *
   * @return the part of the memstore that has to be in a file
   */
  private long applyToMemory(TransactionId id, String owner, CommitPlan plan) throws IOException {
    region.startRegionOperation();
    try {
      applyOnce(id, owner, plan);
      return flushes.mark();
    } finally {
      region.closeRegionOperation();
    }
  }

  private void applyOnce(TransactionId id, String owner, CommitPlan plan) throws IOException {
    Optional<Pin> pin = pins.startCommit(id, owner);
    if (pin.isPresent()) {
      apply(pin.get(), plan);
      metrics.committed();
    }
  }

  /** Writes the transaction, and says to the snapshot what became of it. */
  private void apply(Pin pin, CommitPlan plan) throws IOException {
    Ending ending = Ending.FAILED;
    Lock lock = plan.readRanges().isEmpty() ? guard.readLock() : guard.writeLock();
    List<Region.RowLock> locks = new ArrayList<>(plan.rows().size());
    boolean guarded = false;
    try {
      if (plan.journal() == CommitJournal.FLUSH && !plan.async()) {
        flushes.requireFewFiles();
      }
      guarded = tryLock(lock);
      for (byte[] row : plan.rows()) {
        locks.add(region.getRowLock(row, false));
      }
      awaitTime(CommitValidation.check(region, pin.id(), pin.readPoint(), plan));
      ending = Ending.UNKNOWN;
      // The rows are locked here, and thus not by HBase.
      region.mutateRowsWithLocks(
          plan.writes(), List.of(), HConstants.NO_NONCE, HConstants.NO_NONCE);
      ending = Ending.APPLIED;
    } catch (TransactionConflictException e) {
      ending = Ending.REFUSED;
      throw e;
    } catch (IOException e) {
      if (ending == Ending.UNKNOWN && isBeforeTheWrite(e)) {
        ending = Ending.FAILED;
      }
      if (ending == Ending.UNKNOWN) {
        throw new CommitOutcomeUnknownException("write of " + pin.id() + " has failed", e);
      }
      if (e instanceof RegionTooBusyException && !(e instanceof CommitRefusedException)) {
        throw new CommitRefusedException(e.getMessage(), e);
      }
      throw e;
    } finally {
      end(pin, ending); // first: a repeated call that gets the locks finds the outcome
      locks.forEach(Region.RowLock::release);
      if (guarded) {
        lock.unlock();
      }
    }
  }

  /**
   * Whether HBase throws this before it writes. Any other exception may be of an observer that
   * HBase calls after the write, even one that says not to retry.
   */
  private static boolean isBeforeTheWrite(IOException e) {
    return e instanceof RegionTooBusyException
        || e instanceof NotServingRegionException
        || e instanceof WrongRegionException
        || e instanceof NoSuchColumnFamilyException
        || e instanceof FailedSanityCheckException
        || e instanceof AccessDeniedException;
  }

  private enum Ending {
    APPLIED,
    REFUSED,
    FAILED,
    UNKNOWN
  }

  private void end(Pin pin, Ending ending) {
    switch (ending) {
      case APPLIED -> pins.applied(pin);
      case REFUSED -> pins.refused(pin);
      case FAILED -> pins.failed(pin);
      case UNKNOWN -> pins.unknown(pin);
    }
  }

  private static boolean tryLock(Lock lock) throws IOException {
    try {
      if (lock.tryLock(GUARD_WAIT_SECONDS, TimeUnit.SECONDS)) {
        return true;
      }
    } catch (InterruptedException e) {
      throw interrupted("wait for other commits", e);
    }
    throw new RegionTooBusyException(
        "other commits of the region take more than " + GUARD_WAIT_SECONDS + " s");
  }

  /**
   * Waits, a millisecond as a rule, until the clock gives a write a time that hides what its row
   * has. HBase orders by time first: a put of the same millisecond as a deletion before it would be
   * lost.
   */
  private static void awaitTime(long earliest) throws IOException {
    long ahead = earliest - EnvironmentEdgeManager.currentTime();
    if (ahead > MOST_AHEAD_MS) {
      throw new DoNotRetryIOException(
          "time of a row that the transaction writes = %d ms ahead of the clock: expected at most %d"
              .formatted(ahead, MOST_AHEAD_MS));
    }
    while (EnvironmentEdgeManager.currentTime() < earliest) {
      try {
        TimeUnit.MILLISECONDS.sleep(1);
      } catch (InterruptedException e) {
        throw interrupted("wait for the clock", e);
      }
    }
  }

  private static InterruptedIOException interrupted(String what, InterruptedException cause) {
    Thread.currentThread().interrupt();
    InterruptedIOException e = new InterruptedIOException(what);
    e.initCause(cause);
    return e;
  }

  /** Makes all that was applied before durable. */
  private void sync(TransactionId id) throws IOException {
    try {
      log.sync();
    } catch (IOException | RuntimeException e) {
      // HBase's log throws exactly this for an interrupted thread; time-outs extend it.
      boolean interrupted =
          e.getClass() == InterruptedIOException.class && Thread.currentThread().isInterrupted();
      if (!interrupted) {
        log.abort("a commit is visible that the log may have lost: " + id, e);
      }
      throw new CommitOutcomeUnknownException("sync of " + id + " has failed", e);
    }
  }
}
