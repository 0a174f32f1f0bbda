// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.pressure;

import io.lighter.common.MonotonicClock;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/**
 * Measures the pressure over the last {@value #WINDOW_SECONDS} s, anew every second. One thread
 * calls {@link #tick} several times a second; any thread may call {@link #pressure}.
 *
 * <p>The time of a call follows from Little's law: calls in handlers = rate of calls × time of a
 * call. Unlike the number of calls in handlers, the time does not rise merely because clients send
 * more calls.
 */
final class PressureGauge {
  static final int WINDOW_SECONDS = 5;

  /** Syncs in a window from which their time is known. */
  static final int LEAST_SYNCS = 10;

  /** Active handlers, summed over the samples of a window, from which a call's time is known. */
  static final int LEAST_ACTIVE = 20;

  /** Floor of both baselines: faster syncs and calls are as good as idle ones. */
  private static final double FLOOR_MS = 0.5;

  private static final double NANOS_PER_MS = TimeUnit.MILLISECONDS.toNanos(1);

  private final MonotonicClock clock;
  private final WalSyncTimes syncs;
  private final IntSupplier activeHandlers;
  private final LongSupplier requests;

  // Below: used by the ticking thread alone, except for pressure.
  private final IdleRatio walSync = new IdleRatio(FLOOR_MS);
  private final IdleRatio callTime = new IdleRatio(FLOOR_MS);
  private final Deque<Second> window = new ArrayDeque<>();
  private int secondsToSlot = WINDOW_SECONDS;
  private long startedNanos;
  private long requestsBefore;
  private int samples;
  private long active;
  private volatile Pressure pressure = Pressure.UNKNOWN;

  /** What happened in about a second. */
  private record Second(WalSyncTimes.Sums syncs, int samples, long active, long calls, long nanos) {
    static final Second NOTHING = new Second(WalSyncTimes.Sums.NONE, 0, 0, 0, 0);

    Second plus(Second other) {
      return new Second(
          syncs.plus(other.syncs),
          samples + other.samples,
          active + other.active,
          calls + other.calls,
          nanos + other.nanos);
    }

    OptionalDouble syncMs() {
      return syncs.syncs() < LEAST_SYNCS
          ? OptionalDouble.empty()
          : OptionalDouble.of(syncs.rootMeanSquareMs());
    }

    /** Time of a call. No call has ended where all wait: then the time is at least the window's. */
    OptionalDouble callMs() {
      return active < LEAST_ACTIVE
          ? OptionalDouble.empty()
          : OptionalDouble.of(
              (double) active / samples * (nanos / NANOS_PER_MS) / Math.max(1, calls));
    }
  }

  /**
   * Creates a gauge that knows nothing yet.
   *
   * @param activeHandlers handlers that run a client's call at present
   * @param requests number of calls so far
   */
  PressureGauge(
      MonotonicClock clock, WalSyncTimes syncs, IntSupplier activeHandlers, LongSupplier requests) {
    this.clock = clock;
    this.syncs = syncs;
    this.activeHandlers = activeHandlers;
    this.requests = requests;
    this.startedNanos = clock.nanoTime();
    this.requestsBefore = requests.getAsLong();
  }

  /** The pressure of the last seconds. */
  Pressure pressure() {
    return pressure;
  }

  /** Takes a sample of the handlers, and updates the pressure if a second has passed. */
  void tick() {
    active += activeHandlers.getAsInt();
    samples++;
    long now = clock.nanoTime();
    long nanos = now - startedNanos;
    if (nanos < TimeUnit.SECONDS.toNanos(1)) {
      return;
    }
    long requestsNow = requests.getAsLong();
    // The number may fall where HBase starts to count anew.
    long calls = Math.max(0, requestsNow - requestsBefore);
    endSecond(new Second(syncs.take(), samples, active, calls, nanos));
    startedNanos = now;
    requestsBefore = requestsNow;
    samples = 0;
    active = 0;
  }

  private void endSecond(Second second) {
    window.addLast(second);
    if (window.size() > WINDOW_SECONDS) {
      window.removeFirst();
    }
    Second all = window.stream().reduce(Second.NOTHING, Second::plus);
    secondsToSlot--;
    if (secondsToSlot == 0) {
      walSync.record(all.syncMs());
      callTime.record(all.callMs());
      secondsToSlot = WINDOW_SECONDS;
    }
    pressure = new Pressure(walSync.ratio(all.syncMs()), callTime.ratio(all.callMs()));
  }
}
