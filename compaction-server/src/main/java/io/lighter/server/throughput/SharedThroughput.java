// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.throughput;

import io.lighter.common.MonotonicClock;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The bytes per second that some jobs may process together, such as all jobs of a server. The limit
 * may change while jobs run.
 *
 * <p>Thread-safe. Lock order: first {@link #turn}, which jobs get in the order of their arrival and
 * hold while they wait for bytes; then {@link #state}, which no thread holds across a wait. An
 * interrupt ends a wait at once.
 */
public final class SharedThroughput {
  /** How often per second a job acquires bytes, unless {@link #MAX_STEP} bounds the bytes. */
  private static final int STEPS_PER_SECOND = 20;

  private static final long MAX_STEP = 64 * 1024;

  private final MonotonicClock clock;
  private final ReentrantLock turn = new ReentrantLock(true);
  private final ReentrantLock state = new ReentrantLock();
  private final Condition changed = state.newCondition();

  /** Guarded by {@link #state}. */
  private final TokenBucket bucket;

  /** The limit; empty: none. Written under {@link #state}. */
  private volatile OptionalLong limit = OptionalLong.empty();

  /** Creates an instance without a limit, whose bursts are as long as a tenth of a second. */
  public SharedThroughput(MonotonicClock clock) {
    this(clock, Long.MAX_VALUE);
  }

  /**
   * Creates an instance without a limit.
   *
   * @param mostBurst bytes that bound a burst at high limits; above 0
   */
  public SharedThroughput(MonotonicClock clock, long mostBurst) {
    this.clock = clock;
    this.bucket = new TokenBucket(clock.nanoTime(), mostBurst);
  }

  /** Sets the limit until the next call. 0 pauses all jobs; empty: no limit. */
  public void limit(OptionalLong bytesPerSecond) {
    state.lock();
    try {
      if (!bytesPerSecond.equals(limit)) {
        bucket.rate(bytesPerSecond.orElse(0), clock.nanoTime());
        limit = bytesPerSecond;
        changed.signalAll();
      }
    } finally {
      state.unlock();
    }
  }

  /** The limit in bytes per second; empty: no limit. */
  public OptionalLong limit() {
    return limit;
  }

  /** Bytes between two calls of {@link #acquire}: few at a low limit, so that jobs progress. */
  long step() {
    return Math.max(1, Math.min(MAX_STEP, limit.orElse(Long.MAX_VALUE) / STEPS_PER_SECOND));
  }

  /**
   * Waits until these bytes are within the limit.
   *
   * @return milliseconds of the wait
   */
  public long acquire(long bytes) throws InterruptedException {
    if (limit.isEmpty()) {
      return 0;
    }
    long startedAt = clock.nanoTime();
    turn.lockInterruptibly();
    try {
      awaitTokens(bytes);
    } finally {
      turn.unlock();
    }
    return TimeUnit.NANOSECONDS.toMillis(clock.nanoTime() - startedAt);
  }

  private void awaitTokens(long bytes) throws InterruptedException {
    state.lockInterruptibly();
    try {
      while (limit.isPresent()) {
        long wait = bucket.nanosToWait(clock.nanoTime());
        if (wait == 0) {
          bucket.take(bytes);
          return;
        }
        // The remaining time is computed again, whatever ended the wait.
        long unused = changed.awaitNanos(wait);
      }
    } finally {
      state.unlock();
    }
  }
}
