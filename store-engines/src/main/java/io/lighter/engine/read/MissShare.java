// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.read;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The share of the recent first seeks of a store that read from a file, since the block cache did
 * not have the block. Both counts are halved when {@value #MOST} seeks are counted, so old seeks
 * are forgotten as new ones come. Thread-safe, without a lock.
 */
final class MissShare {
  /** Seeks at which the counts are halved. */
  static final int MOST = 256;

  /** Seeks from which the share is known. */
  static final int LEAST = 16;

  /** The share is high above one in so many. */
  private static final int HIGH = 5;

  private static final int HALF = Integer.SIZE;

  /** The seeks in the lower half, those that missed in the upper one. */
  private final AtomicLong counts = new AtomicLong();

  /** Counts a seek. */
  void add(boolean isMiss) {
    counts.getAndUpdate(
        before -> {
          int seeks = seeks(before) + 1;
          int misses = misses(before) + (isMiss ? 1 : 0);
          return seeks < MOST ? packed(seeks, misses) : packed(seeks / 2, misses / 2);
        });
  }

  /** Tells whether more than a fifth of the seeks missed; false while that is not known. */
  boolean isHigh() {
    long now = counts.get();
    return seeks(now) >= LEAST && misses(now) * HIGH > seeks(now);
  }

  private static long packed(int seeks, int misses) {
    return (long) misses << HALF | seeks;
  }

  private static int seeks(long counts) {
    return (int) counts;
  }

  private static int misses(long counts) {
    return (int) (counts >>> HALF);
  }
}
