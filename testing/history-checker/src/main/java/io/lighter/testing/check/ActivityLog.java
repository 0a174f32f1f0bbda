// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.NotServingRegionException;

/** Records when requests of one kind were in progress. Thread-safe. */
final class ActivityLog {
  /** Time for which a failed request may still be executed. */
  private static final Duration DOUBT = Duration.ofMinutes(1);

  private final LongSupplier clock;
  private final AtomicInteger underWay = new AtomicInteger();

  /** Set before {@link #underWay} decreases, so that readers of 0 see the last end. */
  private final AtomicLong lastEnd = new AtomicLong(Long.MIN_VALUE);

  ActivityLog(LongSupplier clock) {
    this.clock = clock;
  }

  /** Runs a request and returns at its end. */
  <T> T during(Callable<T> request) throws Exception {
    underWay.incrementAndGet();
    boolean isOver = false;
    try {
      T result = request.call();
      isOver = true;
      return result;
    } catch (DoNotRetryIOException | NotServingRegionException | ExecutionException e) {
      isOver = true; // refused, or failed
      throw e;
    } finally {
      long end = clock.getAsLong() + (isOver ? 0 : DOUBT.toNanos());
      lastEnd.accumulateAndGet(end, Math::max);
      underWay.decrementAndGet();
    }
  }

  /** Whether a request may have been in progress at {@code time} or later. */
  boolean anySince(long time) {
    return underWay.get() > 0 || lastEnd.get() >= time;
  }
}
