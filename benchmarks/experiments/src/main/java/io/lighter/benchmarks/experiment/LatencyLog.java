// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.HdrHistogram.Histogram;

/**
 * Latencies of a trial's clients by operation. Not thread-safe.
 *
 * <p>Each operation has two series. One measures from the scheduled start by the target rate, and
 * so includes a client's wait for earlier slow answers (no coordinated omission). The other
 * measures from the actual start.
 */
public final class LatencyLog {
  private final Map<Timing, Map<String, List<LatencyInterval>>> series = new TreeMap<>();
  private final Map<String, Long> failures = new TreeMap<>();
  private int damagedIntervals;

  /** Start of a latency. */
  public enum Timing {
    /** From the scheduled start. */
    DUE,
    /** From the actual start. */
    SENT
  }

  /** Adds an interval, in any order and from several clients. */
  public void add(Timing timing, String operation, LatencyInterval interval) {
    series
        .computeIfAbsent(timing, t -> new LinkedHashMap<>())
        .computeIfAbsent(operation, o -> new ArrayList<>())
        .add(interval);
  }

  /** Adds to the failed operations. */
  public void addFailures(String operation, long count) {
    failures.merge(operation, count, Long::sum);
  }

  /** Adds to the unreadable intervals. */
  public void addDamaged(int count) {
    damagedIntervals += count;
  }

  /** Number of intervals with unreadable latencies. */
  public int damagedIntervals() {
    return damagedIntervals;
  }

  /** Names of operations with latencies. */
  public SortedSet<String> operations() {
    SortedSet<String> names = new TreeSet<>();
    series.values().forEach(byOperation -> names.addAll(byOperation.keySet()));
    return names;
  }

  /** Intervals of an operation, in the order of addition. */
  public List<LatencyInterval> intervals(Timing timing, String operation) {
    return List.copyOf(series.getOrDefault(timing, Map.of()).getOrDefault(operation, List.of()));
  }

  /** Number of failed operations by name, without zeros. */
  public Map<String, Long> failures() {
    return Map.copyOf(failures);
  }

  /** Number of all failed operations. */
  public long failedOperations() {
    return failures.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Latencies of the intervals whose midpoint is in the measured part of a phase. */
  public Histogram in(PhaseTimes times, Phase phase, Timing timing, String operation) {
    Histogram sum = new Histogram(3);
    for (LatencyInterval interval : intervals(timing, operation)) {
      if (times.isIn(phase, interval.middle())) {
        sum.add(interval.micros());
      }
    }
    return sum;
  }

  /** Latencies of the intervals whose midpoint is between two moments. */
  public Histogram between(Instant from, Instant to, Timing timing, String operation) {
    Histogram sum = new Histogram(3);
    for (LatencyInterval interval : intervals(timing, operation)) {
      if (!interval.middle().isBefore(from) && interval.middle().isBefore(to)) {
        sum.add(interval.micros());
      }
    }
    return sum;
  }

  /** Number of ended operations of this name. */
  public long count(String operation) {
    return count(operation, Instant.MIN, Instant.MAX);
  }

  /** Number of operations of this name that ended between two moments. */
  public long count(String operation, Instant from, Instant to) {
    return between(from, to, Timing.SENT, operation).getTotalCount();
  }
}
