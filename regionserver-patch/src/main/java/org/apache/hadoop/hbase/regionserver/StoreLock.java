// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import org.apache.yetus.audience.InterfaceAudience;

/** The lock of a store, which HBase shows to its package only. */
@InterfaceAudience.Private
public final class StoreLock {
  private StoreLock() {}

  /**
   * Takes the write lock and returns the lock at once.
   *
   * @param millis how long to wait, at least 0; reads that come meanwhile wait as well
   * @return false if the lock was not free in this time
   */
  public static boolean passWrite(StoreEngine<?, ?, ?, ?> engine, long millis)
      throws InterruptedException {
    Lock lock = engine.getLock().writeLock();
    if (!lock.tryLock(millis, TimeUnit.MILLISECONDS)) {
      return false;
    }
    lock.unlock();
    return true;
  }
}
