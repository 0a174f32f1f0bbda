// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.region;

import io.lighter.common.MonotonicClock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/**
 * Rows whose superseded entries wait for removal, in the order of their writes. All wait equally
 * long, so the first one is due first. Bounded. Thread-safe.
 */
final class RemovalQueue {
  /**
   * A row of a region.
   *
   * @param region the region of the write
   * @param removal what to remove
   * @param begin moment of the write
   */
  record Item(IndexedRegion region, IndexedRegion.Removal removal, long begin) {}

  private final MonotonicClock clock;
  private final long delayNanos;
  private final int most;

  /** Guarded by this. */
  private final Queue<Item> items = new ArrayDeque<>();

  RemovalQueue(MonotonicClock clock, Duration delay, int most) {
    this.clock = clock;
    this.delayNanos = delay.toNanos();
    this.most = most;
  }

  /** Adds a row; false if the queue is full. */
  synchronized boolean offer(IndexedRegion region, IndexedRegion.Removal removal) {
    return items.size() < most && items.add(new Item(region, removal, clock.nanoTime()));
  }

  /** Takes rows that have waited long enough, at most {@code number}. */
  synchronized List<Item> takeDue(int number) {
    List<Item> due = new ArrayList<>();
    while (due.size() < number
        && !items.isEmpty()
        && clock.nanoTime() - items.peek().begin() >= delayNanos) {
      due.add(items.remove());
    }
    return due;
  }

  synchronized int size() {
    return items.size();
  }
}
