// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.wal;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.OptionalLong;

/**
 * Since when the oldest pending entry of one log may wait. The time is never later than that at
 * which the entry was appended, and earlier by at most the time between two looks. Confined to the
 * timer's thread.
 */
final class PendingEntries {
  /** Most groups. Looks come several times in a delay, so more come only while syncs fail. */
  static final int MOST_GROUPS = 32;

  private final Deque<Group> groups = new ArrayDeque<>();

  /** The highest number that {@link WatchedLog#appended} has had. */
  private long highest = -1;

  private long lookedNanos;

  /**
   * Entries that were appended between two looks.
   *
   * @param last number of the last one
   * @param sinceNanos time of the earlier look
   */
  private record Group(long last, long sinceNanos) {}

  /**
   * Creates the state of a log that was not looked at before.
   *
   * @param sinceNanos time that counts for entries that are pending at the first look
   */
  PendingEntries(long sinceNanos) {
    this.lookedNanos = sinceNanos;
  }

  /**
   * Takes a look.
   *
   * @param appended {@link WatchedLog#appended}, read before {@code synced}
   * @param synced {@link WatchedLog#synced}
   * @param now time just before these were read
   */
  void look(long appended, long synced, long now) {
    while (!groups.isEmpty() && groups.getFirst().last() <= synced) {
      groups.removeFirst();
    }
    // A smaller number than before is that of a log whose sync failed: its groups still wait.
    if (appended > highest) {
      highest = appended;
      if (appended > synced) {
        add(appended);
      }
    }
    lookedNanos = now;
  }

  private void add(long last) {
    long since = groups.size() < MOST_GROUPS ? lookedNanos : groups.removeLast().sinceNanos();
    groups.addLast(new Group(last, since));
  }

  /** The time since when the oldest pending entry may wait; empty: none was pending. */
  OptionalLong oldestNanos() {
    return groups.isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(groups.getFirst().sinceNanos());
  }

  /** Number of groups, for tests. */
  int groups() {
    return groups.size();
  }
}
