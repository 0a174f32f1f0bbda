// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.OptionalLong;

/**
 * The oldest state that a secondary replica may show. A replica reads the primary's files of its
 * last listing, without a memstore here. Its state may be as old as the last flush that it can have
 * missed. Thread-safe.
 */
final class FlushFloors {
  /**
   * Time for a replica to list the files and open new ones: many refresh periods, because a busy
   * machine delays the chore.
   */
  static final Duration GRACE = Duration.ofSeconds(30);

  private static final int MAX_FLUSHES = 1_000;

  private record Flush(long start, long end) {}

  /** Flushes, oldest first; accessed under the collection's own lock. */
  private final Deque<Flush> flushes = new ArrayDeque<>();

  /** Records that all writes acknowledged before {@code start} were in files at {@code end}. */
  void flushed(long start, long end) {
    synchronized (flushes) {
      flushes.addLast(new Flush(start, end));
      if (flushes.size() > MAX_FLUSHES) {
        flushes.removeFirst();
      }
    }
  }

  /**
   * The time up to which every acknowledged write must be in a read of a secondary replica.
   *
   * @param readStart when the read was sent
   * @return empty if no flush is known; the replica may then show any earlier state
   */
  OptionalLong before(long readStart) {
    synchronized (flushes) {
      return flushes.stream()
          .filter(flush -> flush.end() + GRACE.toNanos() <= readStart)
          .mapToLong(Flush::start)
          .max();
    }
  }
}
