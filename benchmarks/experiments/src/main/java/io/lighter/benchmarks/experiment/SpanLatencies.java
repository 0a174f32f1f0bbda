// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * Latencies of one operation in a span of time, from the intervals that lie wholly inside. An
 * interval that touches a boundary of the span from both sides has operations of two phases, and
 * counts in neither.
 *
 * @param micros latencies in microseconds; must not be changed
 * @param covered length of the counted intervals together; overlaps count once
 * @param stalls counted intervals with an operation over {@link #STALL}
 */
public record SpanLatencies(Histogram micros, Duration covered, int stalls) {
  /** Latency above which an interval has a stall. */
  public static final Duration STALL = Duration.ofMillis(50);

  private static final double MS_PER_S = 1_000;
  private static final long STALL_MICROS = STALL.toNanos() / 1_000;

  /** The latencies of those of {@code intervals} that lie wholly in {@code span}. */
  public static SpanLatencies of(List<LatencyInterval> intervals, TimeSpan span) {
    Histogram micros = new Histogram(3);
    List<LatencyInterval> counted = new ArrayList<>();
    int stalls = 0;
    for (LatencyInterval interval : intervals) {
      if (span.contains(interval)) {
        interval.addTo(micros);
        counted.add(interval);
        stalls += interval.maxMicros() > STALL_MICROS ? 1 : 0;
      }
    }
    return new SpanLatencies(micros, union(counted), stalls);
  }

  /** Covered time in seconds. */
  public double coveredSeconds() {
    return covered.toMillis() / MS_PER_S;
  }

  /** Number of operations. */
  public long count() {
    return micros.getTotalCount();
  }

  /** Operations that took longer than {@link #STALL}. */
  public long slowOperations() {
    long max = micros.getMaxValue();
    return max <= STALL_MICROS ? 0 : micros.getCountBetweenValues(STALL_MICROS + 1, max);
  }

  private static Duration union(List<LatencyInterval> intervals) {
    intervals.sort(Comparator.comparing(LatencyInterval::start));
    Duration sum = Duration.ZERO;
    Instant reached = Instant.MIN;
    for (LatencyInterval interval : intervals) {
      Instant from = interval.start().isAfter(reached) ? interval.start() : reached;
      if (interval.end().isAfter(from)) {
        sum = sum.plus(Duration.between(from, interval.end()));
        reached = interval.end();
      }
    }
    return sum;
  }
}
