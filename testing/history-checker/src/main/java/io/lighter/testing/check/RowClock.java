// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * The timestamps of one row's changes: those that its writer chooses, and those of region servers,
 * whose clock is the same. Confined to the row's writer.
 */
final class RowClock {
  private static final int REMEMBERED = 8;

  private final LongSupplier wallClock;

  /** Newest last. */
  private final List<Long> known = new ArrayList<>();

  private long last;

  /**
   * Creates the clock of a row without cells.
   *
   * @param wallClock milliseconds since 1970, as region servers have them
   */
  RowClock(LongSupplier wallClock) {
    this.wallClock = wallClock;
  }

  /** A timestamp above all others of the row. */
  long next() {
    last = Math.max(last + 1, wallClock.getAsLong());
    known.add(last);
    if (known.size() > REMEMBERED) {
      known.remove(0);
    }
    return last;
  }

  /**
   * Waits until a region server's timestamps are above all of the row so far.
   *
   * @return a timestamp that is not above the region server's
   */
  long awaitServerTime() throws InterruptedException {
    while (wallClock.getAsLong() <= last) {
      TimeUnit.MILLISECONDS.sleep(1); // the clock's resolution
    }
    return wallClock.getAsLong();
  }

  /** Makes further timestamps greater than those that region servers chose until now. */
  void passServerTime() {
    last = Math.max(last, wallClock.getAsLong());
  }

  /** One of the last timestamps of {@link #next}, or a new one if there is none. */
  long known(RandomGenerator random) {
    return known.isEmpty() ? next() : known.get(random.nextInt(known.size()));
  }

  /** The newest timestamps of {@link #next}, at most {@code count}, at least one. */
  List<Long> newest(int count) {
    if (known.isEmpty()) {
      next();
    }
    List<Long> newest =
        new ArrayList<>(known.subList(Math.max(0, known.size() - count), known.size()));
    Collections.reverse(newest);
    return newest;
  }
}
