package io.lighter.testing.check;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * How long gets and writes take, with all the retries of HBase's client; those under way count,
 * too. Scans are long by their nature and are not concerned. Thread-safe.
 */
final class OpenRequests {
  private static final long POLL_MS = 10;

  private final LongSupplier clock;
  private final ActivityLog regionChanges;

  /** When each thread's request began. */
  private final Map<Thread, Long> began = new ConcurrentHashMap<>();

  /** When each thread's read or write began, scans as well. */
  private final Map<Thread, Long> underWay = new ConcurrentHashMap<>();

  private final AtomicLong longest = new AtomicLong();
  private final AtomicLong longestServed = new AtomicLong();
  private volatile long since;

  /**
   * None so far.
   *
   * @param clock in nanoseconds, never going back
   * @param regionChanges closing and opening of regions, for which HBase lets requests wait
   */
  OpenRequests(LongSupplier clock, ActivityLog regionChanges) {
    this.clock = clock;
    this.regionChanges = regionChanges;
    this.since = clock.getAsLong();
  }

  /** A request, and what may come of it instead of an answer. */
  @FunctionalInterface
  interface Request<T, E extends Exception> {
    T send() throws E;
  }

  /** Sends one. */
  <T, E extends Exception> T timed(Request<T, E> request) throws E {
    began.put(Thread.currentThread(), clock.getAsLong());
    try {
      return request.send();
    } finally {
      note(began.remove(Thread.currentThread()));
    }
  }

  /** A read or write of any length, with all that is made of its answer or of its failure. */
  @FunctionalInterface
  interface Step {
    void run() throws IOException, InterruptedException;
  }

  /** Runs one; {@link #awaitBegun} knows of it. */
  void whole(Step step) throws IOException, InterruptedException {
    underWay.put(Thread.currentThread(), clock.getAsLong());
    try {
      step.run();
    } finally {
      underWay.remove(Thread.currentThread());
    }
  }

  /**
   * Waits until every read and write that has begun by now has ended.
   *
   * @return false: some had not when {@code limit} was over
   */
  boolean awaitBegun(Duration limit) throws InterruptedException {
    long now = clock.getAsLong();
    while (underWay.values().stream().anyMatch(start -> start <= now)) {
      if (clock.getAsLong() - now >= limit.toNanos()) {
        return false;
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MS); // between two looks
    }
    return true;
  }

  /** Counts anew from now on: what began before has taken no time so far. */
  void restart() {
    since = clock.getAsLong();
    longest.set(0);
    longestServed.set(0);
  }

  /** Of the longest one since then, in nanoseconds. */
  long longestNanos() {
    began.values().forEach(this::note);
    return longest.get();
  }

  /** As {@link #longestNanos}, of those during which no region was closed or opened. */
  long longestServedNanos() {
    began.values().forEach(this::note);
    return longestServed.get();
  }

  private void note(long start) {
    long nanos = clock.getAsLong() - Math.max(start, since);
    longest.accumulateAndGet(nanos, Math::max);
    if (!regionChanges.anySince(start)) {
      longestServed.accumulateAndGet(nanos, Math::max);
    }
  }
}
