// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.read;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * How many seeks ahead of stores with {@link SearchMode#ADAPTIVE} may be in flight on a region
 * server: as many as do not slow its reads of files down.
 *
 * <p>Each {@value #WINDOW} seeks that read a file, the median of their times is compared with the
 * idle time, which is the lowest such median so far. Above twice the idle time the limit is halved,
 * else it grows by one. Each minute the limit begins at one again and the idle time anew, so that
 * the idle time is one with hardly a seek ahead, of the disk as it is now.
 *
 * <p>Thread-safe. The lock is {@code this}; nothing but the clock is called with it held.
 */
final class SearchLimit {
  /** Seeks of a window. */
  static final int WINDOW = 32;

  /** How long an idle time is good for. */
  static final long IDLE_NANOS = TimeUnit.MINUTES.toNanos(1);

  /** Times of the idle time from which reads are slowed down. */
  private static final int SLOW = 2;

  private static final long UNKNOWN = Long.MAX_VALUE / SLOW;

  private final int most;
  private final LongSupplier clock;

  /** Times of the seeks of this window; only the first {@link #seeks}. Guarded by this. */
  private final long[] times = new long[WINDOW];

  /** Guarded by this. */
  private int seeks;

  /** Guarded by this. */
  private long idle = UNKNOWN;

  /** When the idle time began to be measured. Guarded by this. */
  private long idleSince;

  /** Guarded by this. */
  private int limit = 1;

  /** Guarded by this. */
  private int inFlight;

  /**
   * Creates a limit of one seek.
   *
   * @param most highest limit, 1 or more
   * @param clock of nanoseconds
   */
  SearchLimit(int most, LongSupplier clock) {
    this.most = most;
    this.clock = clock;
    idleSince = clock.getAsLong();
  }

  /** Counts a seek ahead as in flight; returns false if there are as many as may be. */
  synchronized boolean add() {
    if (inFlight >= limit) {
      return false;
    }
    inFlight++;
    return true;
  }

  /** Counts a seek ahead as no longer in flight. */
  synchronized void remove() {
    inFlight--;
  }

  /** Adds the time of a seek that read a file, ahead or not. */
  synchronized void took(long nanos) {
    long now = clock.getAsLong();
    if (now - idleSince >= IDLE_NANOS) {
      idleSince = now;
      idle = UNKNOWN;
      limit = 1;
      seeks = 0;
    }
    times[seeks++] = nanos;
    if (seeks == WINDOW) {
      seeks = 0;
      Arrays.sort(times);
      decide(times[WINDOW / 2]);
    }
  }

  /** Called with the lock held. */
  private void decide(long median) {
    idle = Math.min(idle, median);
    limit = median > SLOW * idle ? Math.max(1, limit / 2) : Math.min(most, limit + 1);
  }

  /** Returns the most seeks ahead that may be in flight now. */
  synchronized int limit() {
    return limit;
  }
}
