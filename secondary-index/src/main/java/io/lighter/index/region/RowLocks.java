// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.region;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.ImmutableByteArray;

/**
 * Exclusive locks of the rows of a region. HBase's own are shared by puts, so that two puts of one
 * row would stamp their entries in one order and commit in the other.
 *
 * <p>A handler takes these locks after HBase's, and all rows of a batch in the order of the rows;
 * so no two wait for each other. A lock belongs to the thread. Thread-safe.
 */
final class RowLocks {
  /** A lock and the number of threads that hold it or wait for it; without any it is removed. */
  private static final class RowLock {
    final ReentrantLock lock = new ReentrantLock();

    /** Guarded by the map's lock of the entry. */
    int users;
  }

  private final ConcurrentMap<ImmutableByteArray, RowLock> locks = new ConcurrentHashMap<>();

  /** Locks that a thread holds. Belongs to that thread. */
  static final class Held {
    private final List<ImmutableByteArray> rows = new ArrayList<>();

    private Held() {}
  }

  /**
   * Locks all rows, or none.
   *
   * @param wait longest time for all of them; zero: only if they are free
   * @return the locks, or null if the time was not enough
   */
  Held lock(Collection<byte[]> rows, Duration wait) throws InterruptedException {
    long end = System.nanoTime() + wait.toNanos();
    TreeSet<byte[]> inOrder = new TreeSet<>(Bytes.BYTES_COMPARATOR);
    inOrder.addAll(rows);
    Held held = new Held();
    boolean all = false;
    try {
      for (byte[] row : inOrder) {
        if (!lock(ImmutableByteArray.wrap(row), wait.isZero() ? 0 : end - System.nanoTime())) {
          return null;
        }
        held.rows.add(ImmutableByteArray.wrap(row));
      }
      all = true;
      return held;
    } finally {
      if (!all) {
        unlock(held);
      }
    }
  }

  /** Locks a row if it is free; null if it is not. */
  Held tryLock(byte[] row) {
    ImmutableByteArray only = ImmutableByteArray.wrap(row);
    if (!use(only).lock.tryLock()) {
      forget(only);
      return null;
    }
    Held held = new Held();
    held.rows.add(only);
    return held;
  }

  /** The lock of a row, which {@link #forget} or {@link #unlock} has to give back. */
  private RowLock use(ImmutableByteArray row) {
    return locks.compute(
        row,
        (r, present) -> {
          RowLock one = present == null ? new RowLock() : present;
          one.users++;
          return one;
        });
  }

  private boolean lock(ImmutableByteArray row, long nanos) throws InterruptedException {
    RowLock lock = use(row);
    boolean locked = false;
    try {
      locked = nanos <= 0 ? lock.lock.tryLock() : lock.lock.tryLock(nanos, TimeUnit.NANOSECONDS);
      return locked;
    } finally {
      if (!locked) {
        forget(row);
      }
    }
  }

  /** Unlocks; the calling thread has locked. A second call changes nothing. */
  void unlock(Held held) {
    for (ImmutableByteArray row : held.rows) {
      locks.get(row).lock.unlock();
      forget(row);
    }
    held.rows.clear();
  }

  private void forget(ImmutableByteArray row) {
    RowLock unused =
        locks.computeIfPresent(
            row,
            (r, lock) -> {
              lock.users--;
              return lock.users == 0 ? null : lock;
            });
  }

  /** The number of rows that are locked or waited for. */
  int size() {
    return locks.size();
  }
}
