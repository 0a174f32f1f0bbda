// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.read;

import java.lang.ref.WeakReference;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

/**
 * The scanners of one read of one store that may seek ahead. When HBase asks the first of them for
 * a real seek, the others begin theirs. Each seeks ahead once at most, so a read causes no more
 * reads of blocks than it has files.
 *
 * <p>HBase makes the scanners of a read one after the other, on one thread, with ascending order
 * from 0 ({@code StoreFileScanner.getScannersForStoreFiles}). It offers no object of the read, so a
 * thread remembers the group that it has made last. A group ends with its scanners; a thread keeps
 * a weak reference.
 *
 * <p>As HBase's scanners, for one thread at a time.
 */
public final class SearchGroup {
  /** A scanner of the group; called by the thread of the read. */
  public interface Member {
    /** Tells whether the scanner has the key of its first real seek, which is still to come. */
    boolean waits();

    /**
     * Tells whether the first real seek has begun, on whatever thread, or the scanner is closed.
     */
    boolean isOver();

    /** Hands the seek to the pool; returns false if there is no free thread. */
    boolean begin();
  }

  private static final ThreadLocal<WeakReference<SearchGroup>> OF_THREAD = new ThreadLocal<>();

  private final StoreSearch store;

  /** Scanners that may still seek ahead, newest file first. Of the thread of the read. */
  private final Deque<Member> members = new ArrayDeque<>();

  /** Order of the scanner that was announced last. Of the thread of the read. */
  private long last = -1;

  /** Whether the read has begun to seek. Of the thread of the read. */
  private boolean isSeeking;

  private SearchGroup(StoreSearch store) {
    this.store = store;
  }

  /**
   * Returns the group of the scanner that the caller's thread makes next.
   *
   * @param order of the scanner in its read, as HBase counts, from 0
   */
  static SearchGroup of(StoreSearch store, long order) {
    WeakReference<SearchGroup> reference = OF_THREAD.get();
    SearchGroup group = reference == null ? null : reference.get();
    if (group == null || group.store != store || group.isSeeking || order != group.last + 1) {
      group = new SearchGroup(store);
      OF_THREAD.set(new WeakReference<>(group));
    }
    group.last = order;
    return group;
  }

  /** Adds the scanner of a file that is newer than those of the other members. */
  public void add(Member member) {
    members.addFirst(member);
  }

  /** Returns a seek of a member, which is not begun. */
  public AheadSeek newSeek(AheadSeek.Scanner scanner) {
    return store.newSeek(scanner);
  }

  /** Returns counts of a seek of a member, to be made on the thread of the read. */
  public ScanCounts newCounts() {
    return store.newCounts();
  }

  /** Runs the first seek of a member, which its read does itself. */
  public <E extends Exception> void seek(ScanCounts.Seek<E> seek) throws E {
    store.seek(seek);
  }

  /** Runs the first seek of a member on a thread of the pool. */
  public <E extends Exception> void seekAhead(ScanCounts counts, ScanCounts.Seek<E> seek) throws E {
    store.seekAhead(counts, seek);
  }

  /** Notes that the read has used a seek that was ahead. */
  public void used(ScanCounts counts) {
    store.used(counts);
  }

  /**
   * Begins the seeks of all members that wait for their first, newest file first, until no thread
   * is free. A member that does not know its key yet is asked again next time. So are all if the
   * store does not run ahead now.
   *
   * @param asking the member that HBase has asked for a real seek, which it does itself
   */
  public void runAhead(Member asking) {
    isSeeking = true;
    if (!store.runsAhead()) {
      return;
    }
    for (Iterator<Member> all = members.iterator(); all.hasNext(); ) {
      Member member = all.next();
      if (member == asking || member.isOver()) {
        all.remove();
      } else if (member.waits()) {
        if (!member.begin()) {
          return;
        }
        all.remove();
      }
    }
  }
}
