// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.engine;

import java.io.IOException;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.StoreEngine.IOExceptionRunnable;
import org.apache.hadoop.hbase.regionserver.StoreFileInfo;

/**
 * Keeps the refreshes of a store apart from the other changes of its files: flushes, compactions,
 * bulk loads, and changes that a secondary replica replays from its primary's WAL. HBase's own
 * refresh (HBase's {@code StoreEngine.refreshStoreFiles}) compares the folder with a list of files
 * that may have changed since; a file that is committed meanwhile is added twice, and a file that
 * is committed after the listing is dropped.
 *
 * <p>Thread-safe. The lock is taken before the store's lock, and reads never take it. Both kinds of
 * changes read and write files under it.
 */
public final class StoreChanges {
  /** A refresh holds the lock exclusively, the other changes share it. */
  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();

  /**
   * Names of files that HBase is moving or has moved into the folder, and that the store does not
   * use yet. Those of a failed commit stay in this set, since HBase may have failed to delete them.
   * Added without the lock, before the move; removed under the shared lock.
   */
  private final Set<String> uncommitted = ConcurrentHashMap.newKeySet();

  /** Runs a refresh, from its listing of the folder to its change of the store's files. */
  public void refresh(IOExceptionRunnable refresh) throws IOException {
    run(lock.writeLock(), refresh);
  }

  /**
   * Whether this thread runs a refresh. HBase's refresh ends in {@code replaceStoreFiles}, as the
   * commit of a compaction does, with the same arguments. Only the thread differs, since a refresh
   * holds the lock exclusively.
   */
  public boolean isRefresh() {
    return lock.isWriteLockedByCurrentThread();
  }

  /** Makes another change of the store's files. */
  public void change(IOExceptionRunnable change) throws IOException {
    run(lock.readLock(), change);
  }

  private static void run(Lock lock, IOExceptionRunnable action) throws IOException {
    lock.lock();
    try {
      action.run();
    } finally {
      lock.unlock();
    }
  }

  /** Notes files that a flush or a compaction is about to move into the folder. */
  public void moving(Collection<Path> files) {
    files.forEach(file -> uncommitted.add(file.getName()));
  }

  /** Notes that the store uses these files. Part of a {@link #change}. */
  public void added(Collection<HStoreFile> files) {
    uncommitted.removeAll(names(files));
  }

  /**
   * Names of the files in the folder of a primary replica, without uncommitted ones. Part of a
   * {@link #refresh}, after the listing.
   */
  public Set<String> committed(Collection<StoreFileInfo> found) {
    Set<String> names = new LinkedHashSet<>();
    found.forEach(info -> names.add(info.getPath().getName()));
    names.removeAll(uncommitted);
    return names;
  }

  /** Names of store files, in their order. */
  public static Set<String> names(Collection<HStoreFile> files) {
    Set<String> names = new LinkedHashSet<>();
    files.forEach(file -> names.add(file.getPath().getName()));
    return names;
  }
}
