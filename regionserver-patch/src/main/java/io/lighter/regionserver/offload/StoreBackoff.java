// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.offload;

import java.io.InterruptedIOException;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;

/**
 * Pauses of one compaction after the object store asked for fewer requests: 10 s, 20 s and 40 s,
 * each shortened by up to a half at random, so that compactions do not try again together. Used by
 * one thread.
 */
final class StoreBackoff {
  static final long FIRST_MS = 10_000;
  static final int MOST_PAUSES = 3;
  private static final long STEP_MS = 100;

  private final BooleanSupplier wanted;
  private final BooleanSupplier urgent;
  private final Timing timing;
  private final RandomGenerator random;
  private int pauses;

  /**
   * Prepares the first pause.
   *
   * @param wanted whether the compaction is wanted; false ends a pause
   * @param urgent whether the store is about to delay writes; true ends a pause
   */
  StoreBackoff(
      BooleanSupplier wanted, BooleanSupplier urgent, Timing timing, RandomGenerator random) {
    this.wanted = wanted;
    this.urgent = urgent;
    this.timing = timing;
    this.random = random;
  }

  /**
   * Pauses before another attempt.
   *
   * @return false if there is to be no other attempt: all pauses are used up, or the store is
   *     urgent
   * @throws InterruptedIOException if the compaction is no longer wanted
   */
  boolean pause() throws InterruptedIOException {
    if (pauses == MOST_PAUSES) {
      return false;
    }
    long longest = FIRST_MS << pauses++;
    long remaining = longest - random.nextLong(longest / 2);
    while (remaining > 0) {
      if (!wanted.getAsBoolean()) {
        throw new InterruptedIOException("the region closes; its compaction is given up");
      }
      if (urgent.getAsBoolean()) {
        return false;
      }
      sleep(Math.min(STEP_MS, remaining));
      remaining -= STEP_MS;
    }
    return true;
  }

  private void sleep(long millis) throws InterruptedIOException {
    try {
      timing.sleep(millis);
    } catch (InterruptedException e) {
      throw new InterruptedIOException("interrupted while waiting for the object store");
    }
  }
}
