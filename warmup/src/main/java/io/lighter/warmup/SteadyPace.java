// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.warmup;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * A fixed rate that all callers share. Unused time is lost, so no burst exceeds one request.
 * Thread-safe; {@code this} is the lock.
 */
public final class SteadyPace implements Pace {
  private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

  private final LongSupplier bytesPerSecond;
  private final LongSupplier nanoClock;

  /** Time at which all granted bytes have passed at the rate. Guarded by this. */
  private long busyUntil;

  /**
   * Creates a pace.
   *
   * @param bytesPerSecond above 0; evaluated at each call
   * @param nanoClock a clock such as {@code System::nanoTime}
   */
  public SteadyPace(LongSupplier bytesPerSecond, LongSupplier nanoClock) {
    this.bytesPerSecond = bytesPerSecond;
    this.nanoClock = nanoClock;
    this.busyUntil = nanoClock.getAsLong();
  }

  @Override
  public synchronized long nanosBefore(long bytes) {
    long now = nanoClock.getAsLong();
    long start = busyUntil - now > 0 ? busyUntil : now;
    busyUntil = start + (long) (bytes * NANOS_PER_SECOND / bytesPerSecond.getAsLong());
    return start - now;
  }
}
