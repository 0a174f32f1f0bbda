package io.lighter.tpcc.run;

import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Says when the next transaction is to start: at once, or at the next of a series of fixed times.
 * With fixed times a transaction that starts late because others were slow is measured from when it
 * should have started. Thread-safe.
 */
final class Pacer {
  private static final double NANOS = TimeUnit.SECONDS.toNanos(1);

  private final double rate;
  private final long start;
  private final long end;
  private final LongSupplier clock;
  private final Sleeper sleeper;
  private final AtomicLong next = new AtomicLong();

  /** Waits for some nanoseconds. */
  interface Sleeper {
    void sleep(long nanos) throws InterruptedException;
  }

  /**
   * @param rate transactions a second; 0 is at once
   * @param start of the run, on the clock
   * @param end of the run; nothing starts then or later
   */
  Pacer(double rate, long start, long end, LongSupplier clock, Sleeper sleeper) {
    this.rate = rate;
    this.start = start;
    this.end = end;
    this.clock = clock;
    this.sleeper = sleeper;
  }

  /** Waits for the next start; returns when it was meant to be, or nothing if the run is over. */
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
