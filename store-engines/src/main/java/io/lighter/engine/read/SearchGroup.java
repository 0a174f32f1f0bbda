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

  /** Scanners that are not closed. Of the thread of the read. */
  private int open;

  /** Scanners that could seek when the read began to seek. Of the thread of the read. */
  private int files;

  /** First seeks that the read did itself. Of the thread of the read. */
  private int own;

  /** First seeks that the pool has had. Of the thread of the read. */
  private int ahead;

  /** Those of {@link #ahead} whose result the read used. Of the thread of the read. */
  private int used;

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
    open++;
  }

  /** Notes that the scanner of a member is closed. Each member calls this once. */
  public void closed() {
    open--;
    if (open == 0 && isSeeking) {
      store.ended(files, own + used);
    }
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
    own++;
    store.seek(seek);
  }

  /** Runs the first seek of a member on a thread of the pool. */
  public <E extends Exception> void seekAhead(ScanCounts counts, ScanCounts.Seek<E> seek) throws E {
    store.seekAhead(counts, seek);
  }

  /** Notes that the read has used a seek that was ahead. */
  public void used(ScanCounts counts) {
    used++;
    store.used(counts);
  }

  /**
   * Begins the seeks of members that wait for their first, newest file first, as many as the store
   * allows and until no thread is free. A member that does not know its key yet is asked again next
   * time, and so are all that are left.
   *
   * @param asking the member that HBase has asked for a real seek, which it does itself
   */
  public void runAhead(Member asking) {
    if (!isSeeking) {
      isSeeking = true;
      files = (int) members.stream().filter(member -> !member.isOver()).count();
    }
    int most = store.mostSeeks() - 1; // the one that the read does itself
    for (Iterator<Member> all = members.iterator(); all.hasNext() && own + ahead < most; ) {
      Member member = all.next();
      if (member == asking || member.isOver()) {
        all.remove();
      } else if (member.waits()) {
        if (!member.begin()) {
          return;
        }
        ahead++;
        all.remove();
      }
    }
  }
}
