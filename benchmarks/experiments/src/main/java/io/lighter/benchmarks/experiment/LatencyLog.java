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
 * What the clients of a trial saw, by operation. Not thread-safe.
 *
 * <p>Of each operation there are two series: the time from when it should have started, by the
 * target rate, which does not hide that a client waited for a slow answer before it could ask again
 * (coordinated omission); and the time from when it did start.
 */
public final class LatencyLog {
  private final Map<Timing, Map<String, List<LatencyInterval>>> series = new TreeMap<>();
  private final Map<String, Long> failures = new TreeMap<>();
  private int damagedIntervals;

  /** From when a latency counts. */
  public enum Timing {
    /** From when the operation was due. */
    DUE,
    /** From when it was sent. */
    SENT
  }

  /** Adds an interval; those of an operation may come in any order, and from several clients. */
  public void add(Timing timing, String operation, LatencyInterval interval) {
    series
        .computeIfAbsent(timing, t -> new LinkedHashMap<>())
        .computeIfAbsent(operation, o -> new ArrayList<>())
        .add(interval);
  }

  /** Counts operations that failed. */
  public void addFailures(String operation, long count) {
    failures.merge(operation, count, Long::sum);
  }

  /** Counts intervals whose latencies could not be read. */
  public void addDamaged(int count) {
    damagedIntervals += count;
  }

  /** Intervals whose latencies could not be read. */
  public int damagedIntervals() {
    return damagedIntervals;
  }

  /** The names of the operations that there are latencies of. */
  public SortedSet<String> operations() {
    SortedSet<String> names = new TreeSet<>();
    series.values().forEach(byOperation -> names.addAll(byOperation.keySet()));
    return names;
  }

  /** The intervals of an operation, in the order they came. */
  public List<LatencyInterval> intervals(Timing timing, String operation) {
    return List.copyOf(series.getOrDefault(timing, Map.of()).getOrDefault(operation, List.of()));
  }

  /** Operations that failed, by name; none for those without. */
  public Map<String, Long> failures() {
    return Map.copyOf(failures);
  }

  /** Operations that failed. */
  public long failedOperations() {
    return failures.values().stream().mapToLong(Long::longValue).sum();
  }

  /** All latencies of the intervals whose middle is measured as part of a phase. */
  public Histogram in(PhaseTimes times, Phase phase, Timing timing, String operation) {
    Histogram sum = new Histogram(3);
    for (LatencyInterval interval : intervals(timing, operation)) {
      if (times.isIn(phase, interval.middle())) {
        sum.add(interval.micros());
      }
    }
    return sum;
  }

  /** All latencies of the intervals whose middle is between two moments. */
  public Histogram between(Instant from, Instant to, Timing timing, String operation) {
    Histogram sum = new Histogram(3);
    for (LatencyInterval interval : intervals(timing, operation)) {
      if (!interval.middle().isBefore(from) && interval.middle().isBefore(to)) {
        sum.add(interval.micros());
      }
    }
    return sum;
  }

  /** How many operations of this name ended. */
  public long count(String operation) {
    return count(operation, Instant.MIN, Instant.MAX);
  }

  /** How many operations of this name ended between two moments. */
  public long count(String operation, Instant from, Instant to) {
    return between(from, to, Timing.SENT, operation).getTotalCount();
  }
}
