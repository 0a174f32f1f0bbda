package io.lighter.server.throughput;

import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * Bytes per second that all jobs of a server may compact together; may change while they run.
 *
 * <p>Thread-safe. Lock order: {@link #turn}, which makes jobs take turns in the order in which they
 * came, and is held while one waits for bytes; then {@link #state}, which is never held across a
 * wait. A waiting job ends at once when it is interrupted, wherever it waits.
 */
public final class SharedThroughput {
  /** So many times a second a job asks, unless {@link #MAX_STEP} bounds it. */
  private static final int STEPS_PER_SECOND = 20;

  private static final long MAX_STEP = 64 * 1024;

  private final LongSupplier nanoTime;
  private final ReentrantLock turn = new ReentrantLock(true);
  private final ReentrantLock state = new ReentrantLock();
  private final Condition changed = state.newCondition();

  /** Guarded by {@link #state}. */
  private final TokenBucket bucket;

  /** Empty: no limit. Written under {@link #state}. */
  private volatile OptionalLong limit = OptionalLong.empty();

  /**
   * No limit yet.
   *
   * @param nanoTime see {@link System#nanoTime}
   */
  public SharedThroughput(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    this.bucket = new TokenBucket(nanoTime.getAsLong());
  }

  /** Holds until it is called again, whether or not anybody calls. 0 pauses; empty: no limit. */
  public void limit(OptionalLong bytesPerSecond) {
    state.lock();
    try {
      if (!bytesPerSecond.equals(limit)) {
        bucket.rate(bytesPerSecond.orElse(0), nanoTime.getAsLong());
        limit = bytesPerSecond;
        changed.signalAll();
      }
    } finally {
      state.unlock();
    }
  }

  /** Bytes per second; empty: no limit. */
  public OptionalLong limit() {
    return limit;
  }

  /** Bytes after which to {@link #acquire} them: few when the limit is low, so that jobs move. */
  long step() {
    return Math.max(1, Math.min(MAX_STEP, limit.orElse(Long.MAX_VALUE) / STEPS_PER_SECOND));
  }

  /**
   * Returns when these bytes may go.
   *
   * @return milliseconds that it took
   */
  long acquire(long bytes) throws InterruptedException {
    if (limit.isEmpty()) {
      return 0;
    }
    long startedAt = nanoTime.getAsLong();
    turn.lockInterruptibly();
    try {
      awaitTokens(bytes);
    } finally {
      turn.unlock();
    }
    return TimeUnit.NANOSECONDS.toMillis(nanoTime.getAsLong() - startedAt);
  }

  private void awaitTokens(long bytes) throws InterruptedException {
    state.lockInterruptibly();
    try {
      while (limit.isPresent()) {
        long wait = bucket.nanosToWait(nanoTime.getAsLong());
        if (wait == 0) {
          bucket.take(bytes);
          return;
        }
        // The time left is computed anew: whether signalled, due or neither does not matter.
        long unused = changed.awaitNanos(wait);
      }
    } finally {
      state.unlock();
    }
  }
}
