// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.pressure;

import io.lighter.common.MonotonicClock;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The time of a call in a handler, during warm-ups and without them, by Little's law as in {@link
 * PressureGauge}. Both have their standard error, since few samples say little.
 *
 * <p>The baseline is the median over the last {@value #SLOTS} slots of {@value #SLOT_SECONDS} s in
 * which no warm-up moved. Noise does not bias a median, unlike the lower quartile of {@link
 * IdleRatio}. Compactions that fill less than half of these slots do not raise the baseline.
 *
 * <p>Thread-safe; {@code this} is the lock. One thread samples, another one ends the intervals.
 */
public final class CallTimes {
  /** Slots of the baseline: half an hour without warm-ups. */
  static final int SLOTS = 60;

  static final int SLOT_SECONDS = 30;

  /** Relative error of a call's time from which the time is unknown. */
  static final double UNKNOWN_ERROR = 0.5;

  /** Delay between two samples while these are watched. */
  static final long WATCHED_DELAY_MS = 2;

  /** Share of the samples of an interval, and of its end, from which nothing can be concluded. */
  private static final int QUARTER = 4;

  /** Known slots before there is a baseline. */
  static final int LEAST_KNOWN = 2;

  /**
   * Square of the coefficient of variation of the times of single calls. Calls that miss the block
   * cache once in 20 times and then take 40 times as long have about 10.
   */
  private static final double VARIATION = 10;

  /** Variance of a median, as a multiple of the variance of the mean. */
  private static final double OF_MEDIAN = Math.PI / 2;

  private final MonotonicClock clock;

  // Guarded by this.
  private final Deque<Interval> slots = new ArrayDeque<>();
  private Interval slot = Interval.NOTHING;
  private long samples;
  private long active;
  private long calls;
  private long callsBefore = -1;
  private long startedNanos;
  private long sampledNanos;

  private volatile boolean watched;

  /**
   * The time of a call during a warm-up.
   *
   * @param ratio multiple of the baseline
   * @param error relative standard error of the ratio
   */
  public record Reading(double ratio, double error) {}

  /** What happened in a time span. */
  private record Interval(long samples, long active, long calls, long nanos) {
    static final Interval NOTHING = new Interval(0, 0, 0, 0);

    Interval plus(Interval other) {
      return new Interval(
          samples + other.samples, active + other.active, calls + other.calls, nanos + other.nanos);
    }

    /** Time of a call in ns. No call has ended where all wait: then at least the interval's. */
    double callNanos() {
      return (double) active / samples * nanos / Math.max(1, calls);
    }

    /**
     * Square of the relative standard error: that of counting active handlers at moments, plus that
     * of calls which differ. Infinite if no sample has an active handler.
     */
    double variance() {
      return 1.0 / active + VARIATION / Math.max(1, calls);
    }

    boolean isKnown() {
      // The calls are not considered: where all hang, few have ended.
      return active >= 1 / (UNKNOWN_ERROR * UNKNOWN_ERROR);
    }
  }

  /** Creates an instance without a baseline. */
  public CallTimes(MonotonicClock clock) {
    this.clock = clock;
    this.startedNanos = clock.nanoTime();
    this.sampledNanos = startedNanos;
  }

  /** Whether samples are needed every few milliseconds. */
  public boolean isWatched() {
    return watched;
  }

  /** Asks for frequent samples, until called with false. */
  public void watch(boolean often) {
    watched = often;
  }

  /**
   * Adds a sample.
   *
   * @param activeHandlers handlers that run a client's call at present
   * @param requests number of calls so far
   */
  synchronized void sample(int activeHandlers, long requests) {
    samples++;
    active += activeHandlers;
    if (callsBefore >= 0) {
      calls += Math.max(0, requests - callsBefore); // falls where HBase starts to count anew
    }
    callsBefore = requests;
    sampledNanos = clock.nanoTime();
  }

  /** Ends an interval in which no warm-up moved: it counts for the baseline. */
  public synchronized void endWithoutWarmup() {
    slot = slot.plus(take());
    if (slot.nanos() >= TimeUnit.SECONDS.toNanos(SLOT_SECONDS)) {
      slots.addLast(slot);
      slot = Interval.NOTHING;
      if (slots.size() > SLOTS) {
        slots.removeFirst();
      }
    }
  }

  /** Ends an interval whose calls are left out. */
  public synchronized void discard() {
    take();
  }

  /** What a warm-up's interval tells. */
  public enum Knowledge {
    /** Too few calls to tell, so few that they do not matter. */
    QUIET,
    /** Too few samples to tell: the CPUs are full, or the sampling fails. */
    UNKNOWN,
    /** Calls, and nothing to compare them with. */
    NO_BASELINE,
    /** There is a reading. */
    KNOWN
  }

  /**
   * The result of an interval.
   *
   * @param reading present if {@code knowledge} is {@link Knowledge#KNOWN}
   */
  public record Result(Knowledge knowledge, Optional<Reading> reading) {}

  /** Ends an interval in which a warm-up moved, and which was watched throughout. */
  public synchronized Result end() {
    Interval now = take();
    if (!now.isKnown()) {
      return new Result(isQuiet(now) ? Knowledge.QUIET : Knowledge.UNKNOWN, Optional.empty());
    }
    List<Interval> known =
        slots.stream()
            .filter(Interval::isKnown)
            .sorted(Comparator.comparingDouble(Interval::callNanos))
            .toList();
    if (known.size() < LEAST_KNOWN) {
      return new Result(Knowledge.NO_BASELINE, Optional.empty());
    }
    double median =
        (known.get((known.size() - 1) / 2).callNanos() + known.get(known.size() / 2).callNanos())
            / 2;
    Interval all = known.stream().reduce(Interval.NOTHING, Interval::plus);
    double error = Math.sqrt(now.variance() + OF_MEDIAN * all.variance());
    return new Result(Knowledge.KNOWN, Optional.of(new Reading(now.callNanos() / median, error)));
  }

  /**
   * Whether an interval with few active handlers had no load. Without samples these are 0 as well:
   * then HBase's count tells, which is as new as the last sample. So few calls leave an error of
   * 100 %.
   */
  private boolean isQuiet(Interval now) {
    long expected = now.nanos() / TimeUnit.MILLISECONDS.toNanos(WATCHED_DELAY_MS);
    boolean isCounted = startedNanos - sampledNanos <= now.nanos() / QUARTER;
    return now.samples() >= expected / QUARTER
        ? now.samples() > 0
        : isCounted && now.active() == 0 && now.calls() <= VARIATION;
  }

  private Interval take() {
    long now = clock.nanoTime();
    Interval taken = new Interval(samples, active, calls, now - startedNanos);
    startedNanos = now;
    samples = 0;
    active = 0;
    calls = 0;
    return taken;
  }
}
