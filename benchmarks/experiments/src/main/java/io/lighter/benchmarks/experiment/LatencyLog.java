// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

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

  /** A copy without the intervals of which a part lies in one of these times. */
  LatencyLog without(List<TimeSpan> times) {
    LatencyLog left = new LatencyLog();
    series.forEach(
        (timing, byOperation) ->
            byOperation.forEach(
                (operation, intervals) ->
                    intervals.stream()
                        .filter(interval -> times.stream().noneMatch(it -> it.touches(interval)))
                        .forEach(interval -> left.add(timing, operation, interval))));
    failures.forEach(left::addFailures);
    left.addDamaged(damagedIntervals);
    return left;
  }

  /**
   * Latencies of an operation in a span of time, from the intervals that lie wholly inside.
   *
   * @return no operations, and no covered time, if no interval does
   */
  public SpanLatencies within(TimeSpan span, Timing timing, String operation) {
    return SpanLatencies.of(
        series.getOrDefault(timing, Map.of()).getOrDefault(operation, List.of()), span);
  }

  /** Latencies of an operation in the measured part of a phase. */
  public SpanLatencies in(PhaseTimes times, Phase phase, Timing timing, String operation) {
    return within(times.measured(phase), timing, operation);
  }

  /** Number of ended operations of this name. */
  public long count(String operation) {
    return intervals(Timing.SENT, operation).stream().mapToLong(LatencyInterval::count).sum();
  }

  /**
   * Ended operations of this name per second, over the time that whole intervals cover; 0 if no
   * interval lies wholly in the span.
   */
  public double rate(String operation, TimeSpan span) {
    SpanLatencies latencies = within(span, Timing.SENT, operation);
    return latencies.count() == 0 ? 0 : latencies.count() / latencies.coveredSeconds();
  }
}
