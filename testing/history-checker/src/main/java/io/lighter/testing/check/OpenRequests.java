// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Measures gets and writes, including client retries and requests in progress, but not scans, which
 * are long by nature. Thread-safe.
 */
final class OpenRequests {
  private static final long POLL_MS = 10;

  private final LongSupplier clock;
  private final ActivityLog regionChanges;

  /** Start of each thread's request. */
  private final Map<Thread, Long> began = new ConcurrentHashMap<>();

  /** Start of each thread's read or write, including scans. */
  private final Map<Thread, Long> underWay = new ConcurrentHashMap<>();

  private final AtomicLong longest = new AtomicLong();
  private final AtomicLong longestServed = new AtomicLong();
  private volatile long since;

  /**
   * Creates an empty record.
   *
   * @param clock monotonic clock in nanoseconds
   * @param regionChanges closing and opening of regions, during which HBase delays requests
   */
  OpenRequests(LongSupplier clock, ActivityLog regionChanges) {
    this.clock = clock;
    this.regionChanges = regionChanges;
    this.since = clock.getAsLong();
  }

  /** A request with a result or a failure. */
  @FunctionalInterface
  interface Request<T, E extends Exception> {
    T send() throws E;
  }

  /** Sends a request and measures it. */
  <T, E extends Exception> T timed(Request<T, E> request) throws E {
    began.put(Thread.currentThread(), clock.getAsLong());
    try {
      return request.send();
    } finally {
      note(began.remove(Thread.currentThread()));
    }
  }

  /** A read or write of any length, including the handling of its answer or failure. */
  @FunctionalInterface
  interface Step {
    void run() throws IOException, InterruptedException;
  }

  /** Runs a step, which {@link #awaitBegun} waits for. */
  void whole(Step step) throws IOException, InterruptedException {
    underWay.put(Thread.currentThread(), clock.getAsLong());
    try {
      step.run();
    } finally {
      underWay.remove(Thread.currentThread());
    }
  }

  /**
   * Waits until every read and write in progress has ended.
   *
   * @return false if some were still in progress after {@code limit}
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

  /** Restarts the measurement; requests in progress start at 0. */
  void restart() {
    since = clock.getAsLong();
    longest.set(0);
    longestServed.set(0);
  }

  /** The longest duration since then, in nanoseconds. */
  long longestNanos() {
    began.values().forEach(this::note);
    return longest.get();
  }

  /** As {@link #longestNanos}, without requests during which a region was closed or opened. */
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
