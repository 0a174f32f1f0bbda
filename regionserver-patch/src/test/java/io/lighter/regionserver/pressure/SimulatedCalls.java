// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.pressure;

import java.util.PriorityQueue;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * Calls that arrive at random (Poisson), with times that are exponentially distributed, and the
 * clock by which they do. Samples {@link CallTimes} as {@link PressureMonitor} does.
 */
public final class SimulatedCalls {
  private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
  private static final long WATCHED_TICK_NANOS =
      TimeUnit.MILLISECONDS.toNanos(CallTimes.WATCHED_DELAY_MS);
  private static final double NANOS_PER_SECOND = 1e9;

  private final Random random;
  private final CallTimes times = new CallTimes(this::nanoTime);
  private final PriorityQueue<Double> ends = new PriorityQueue<>();
  private double perSecond;
  private double millis;
  private double nextArrival;
  private long now;
  private long calls;
  private int ticksPerSample = 1;
  private int ticks;

  public SimulatedCalls(long seed) {
    random = new Random(seed);
  }

  public CallTimes times() {
    return times;
  }

  public long nanoTime() {
    return now;
  }

  /** Changes the load. */
  public void load(double callsPerSecond, double meanMillis) {
    perSecond = callsPerSecond;
    millis = meanMillis;
    nextArrival = now + gap();
  }

  /** Takes a sample at each n-th tick only, as on full CPUs. */
  public void sampleEach(int nthTick) {
    ticksPerSample = nthTick;
    ticks = 0;
  }

  /** Lets time pass. */
  public void run(long seconds) {
    long end = now + TimeUnit.SECONDS.toNanos(seconds);
    while (now < end) {
      now += times.isWatched() ? WATCHED_TICK_NANOS : TICK_NANOS;
      while (nextArrival <= now) {
        ends.add(nextArrival + exponential(millis * 1e6));
        nextArrival += gap();
      }
      while (!ends.isEmpty() && ends.peek() <= now) {
        ends.poll();
        calls++;
      }
      ticks++;
      if (ticks % ticksPerSample == 0) {
        times.sample(ends.size(), calls);
      }
    }
  }

  private double gap() {
    return perSecond == 0 ? Double.POSITIVE_INFINITY : exponential(NANOS_PER_SECOND / perSecond);
  }

  private double exponential(double mean) {
    return -mean * Math.log(1 - random.nextDouble());
  }
}
