// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.tpcc.run;

import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Schedules the start of transactions: at once, or at fixed times. With fixed times, the latency of
 * a delayed transaction is measured from its scheduled start. Thread-safe.
 */
final class Pacer {
  private static final double NANOS = TimeUnit.SECONDS.toNanos(1);

  private final double rate;
  private final long start;
  private final long end;
  private final LongSupplier clock;
  private final Sleeper sleeper;
  private final AtomicLong next = new AtomicLong();

  /** Sleeps for some nanoseconds. */
  interface Sleeper {
    void sleep(long nanos) throws InterruptedException;
  }

  /**
   * Creates a schedule.
   *
   * @param rate transactions a second; 0 is at once
   * @param start start of the run on the clock
   * @param end end of the run (exclusive)
   */
  Pacer(double rate, long start, long end, LongSupplier clock, Sleeper sleeper) {
    this.rate = rate;
    this.start = start;
    this.end = end;
    this.clock = clock;
    this.sleeper = sleeper;
  }

  /** Waits for the next start; returns the scheduled time, or empty if the run is over. */
  OptionalLong await() throws InterruptedException {
    long now = clock.getAsLong();
    if (now - end >= 0) {
      return OptionalLong.empty();
    }
    if (rate == 0) {
      return OptionalLong.of(now);
    }
    long intended = start + (long) (next.getAndIncrement() / rate * NANOS);
    if (intended - end >= 0) {
      return OptionalLong.empty();
    }
    if (intended - now > 0) {
      sleeper.sleep(intended - now);
    }
    return OptionalLong.of(intended);
  }
}
