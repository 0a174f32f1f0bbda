// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.tpcc.run;

import io.lighter.tpcc.transaction.TransactionType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** Collects and sums up the measurements of each interval. Confined to one thread. */
final class Collector {
  private static final int DIGITS = 3;

  /**
   * Shorter intervals are merged into the one before: at the end of a run all transactions end
   * within moments.
   */
  private static final double LEAST_SECONDS = 0.5;

  private static final double NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Measurements measurements;
  private final Optional<HistogramLog> log;
  private final long start;
  private final Map<TransactionType, Histogram> totals = new EnumMap<>(TransactionType.class);
  private final List<RunReport.Interval> intervals = new ArrayList<>();
  private long intervalStart;

  /**
   * Creates a collector.
   *
   * @param start start of the run in nanoseconds
   */
  Collector(Measurements measurements, Optional<HistogramLog> log, long start) {
    this.measurements = measurements;
    this.log = log;
    this.start = start;
    this.intervalStart = start;
    for (TransactionType type : TransactionType.values()) {
      totals.put(type, new Histogram(DIGITS));
    }
  }

  /**
   * Ends the interval at {@code now} and begins the next.
   *
   * @return the ended interval, merged with the one before if short
   */
  RunReport.Interval endInterval(long now) throws IOException {
    Map<TransactionType, Histogram> interval = measurements.interval();
    double from = (intervalStart - start) / NANOS;
    double to = (now - start) / NANOS;
    if (log.isPresent()) {
      log.get().write(from, to, interval);
    }
    Map<TransactionType, Long> counts = new EnumMap<>(TransactionType.class);
    interval.forEach(
        (type, histogram) -> {
          totals.get(type).add(histogram);
          counts.put(type, histogram.getTotalCount());
        });
    RunReport.Interval ended = new RunReport.Interval(from, to - from, counts);
    intervalStart = now;
    if (ended.seconds() < LEAST_SECONDS && !intervals.isEmpty()) {
      ended = intervals.remove(intervals.size() - 1).and(ended);
    }
    intervals.add(ended);
    return ended;
  }

  List<RunReport.Interval> intervals() {
    return intervals;
  }

  long transactions() {
    return totals.values().stream().mapToLong(Histogram::getTotalCount).sum();
  }

  /** Seconds since the start of the run. */
  double seconds() {
    return (intervalStart - start) / NANOS;
  }

  Map<TransactionType, RunReport.TypeReport> types() {
    Map<TransactionType, RunReport.TypeReport> types = new EnumMap<>(TransactionType.class);
    totals.forEach(
        (type, total) ->
            types.put(
                type,
                new RunReport.TypeReport(
                    total.getTotalCount(),
                    measurements.failed(type),
                    total.getTotalCount() == 0 ? 0 : total.getMean(),
                    total.getValueAtPercentile(50),
                    total.getValueAtPercentile(95),
                    total.getValueAtPercentile(99),
                    total.getValueAtPercentile(99.9),
                    total.getMaxValue())));
    return types;
  }
}
