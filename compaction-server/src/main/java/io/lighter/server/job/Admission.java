package io.lighter.server.job;

import java.util.function.LongSupplier;

/**
 * The memory that jobs may claim together: the estimated outputs of those that run and the outputs
 * that are kept of those that have ended stay within the capacity, except that one job may always
 * run. Not thread-safe; the scheduler's lock guards it.
 */
final class Admission {
  private final long capacity;
  private final LongSupplier kept;
  private long running;

  /**
   * An empty one.
   *
   * @param capacity bytes
   * @param kept bytes that outputs of ended jobs hold at the moment
   */
  Admission(long capacity, LongSupplier kept) {
    this.capacity = capacity;
    this.kept = kept;
  }

  boolean fits(long bytes) {
    // Subtract, for a sum may overflow.
    return running == 0 || bytes <= capacity - running - kept.getAsLong();
  }

  /**
   * For a job that {@link #fits}. What is kept is not asked for again: it may have grown since, for
   * outputs are kept without the scheduler's lock.
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
    long sum = running + kept.getAsLong();
    return sum < 0 ? Long.MAX_VALUE : sum; // a job that runs alone may be of any size
  }
}
