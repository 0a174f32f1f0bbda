package io.lighter.regionserver;

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
 * bulk loads, and what a secondary replica learns from its primary's WAL. HBase's own refresh
 * (HBase's {@code StoreEngine.refreshStoreFiles}) compares the folder with a list of files that may
 * have changed since; it adds a file twice that is committed meanwhile, and drops one that was
 * committed after it had listed the folder.
 *
 * <p>Thread-safe. The lock is outside the store's lock, never inside, and no read takes it. Both
 * kinds of changes read and write files under it.
 */
public final class StoreChanges {
  /** A refresh has it alone, the other changes share it. */
  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();

  /**
   * Names of files that HBase moves into the folder, or has moved there, and that the store does
   * not have. Those of a failed commit stay in this set, since HBase may have failed to delete
   * them. Added without the lock, before the move; removed under the shared lock.
   */
  private final Set<String> uncommitted = ConcurrentHashMap.newKeySet();

  /** Runs a refresh, from its listing of the folder to its change of the store's files. */
  public void refresh(IOExceptionRunnable refresh) throws IOException {
    run(lock.writeLock(), refresh);
  }

  /** Whether this thread runs a refresh. */
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

  /** A flush or a compaction is about to move these files into the folder. */
  public void moving(Collection<Path> files) {
    files.forEach(file -> uncommitted.add(file.getName()));
  }

  /** The store has these files. Part of a {@link #change}. */
  public void added(Collection<HStoreFile> files) {
    uncommitted.removeAll(names(files));
  }

  /**
   * Names of the files in the folder of a primary replica, without those that are not committed.
   * Part of a {@link #refresh}, after the listing.
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
