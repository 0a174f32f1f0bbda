// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.job;

import java.util.function.LongSupplier;

/**
 * The memory that jobs may claim together. The estimated outputs of running jobs and the retained
 * outputs of ended jobs stay within the capacity, except that one job may always run. Not
 * thread-safe; the scheduler's lock guards it.
 */
final class Admission {
  private final long capacity;
  private final LongSupplier retained;
  private long running;

  /**
   * Creates an empty account.
   *
   * @param capacity capacity in bytes
   * @param retained bytes that retained outputs of ended jobs use now
   */
  Admission(long capacity, LongSupplier retained) {
    this.capacity = capacity;
    this.retained = retained;
  }

  boolean fits(long bytes) {
    // The condition subtracts, because a sum may overflow.
    return running == 0 || bytes <= capacity - running - retained.getAsLong();
  }

  /**
   * Reserves memory for a job that {@link #fits}. Does not check the retained outputs again, which
   * may have grown since without the scheduler's lock.
   */
  void reserve(long bytes) {
    if (running != 0 && bytes > capacity - running) {
      throw new IllegalStateException(bytes + " bytes beyond " + running + " of " + capacity);
    }
    running += bytes;
  }

  void release(long bytes) {
    running -= bytes;
  }

  long reserved() {
    long sum = running + retained.getAsLong();
    return sum < 0 ? Long.MAX_VALUE : sum; // a single job may have any size
  }
}
