// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.load;

import io.lighter.benchmarks.experiment.TimeSpan;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** Latencies of reads by window. Thread-safe. */
final class WindowLog {
  private final LoadPlan plan;
  private final Instant start;

  /** Windows by number. Guarded by itself, with the windows in it. */
  private final Map<Integer, Latencies> windows = new TreeMap<>();

  /** Latencies of a window. */
  private static final class Latencies {
    private final Histogram due = new Histogram(3);
    private final Histogram sent = new Histogram(3);
  }

  WindowLog(LoadPlan plan, Instant start) {
    this.plan = plan;
    this.start = start;
  }

  void record(int window, long dueNanos, long sentNanos) {
    synchronized (windows) {
      Latencies latencies = windows.computeIfAbsent(window, number -> new Latencies());
      latencies.due.recordValue(micros(dueNanos));
      latencies.sent.recordValue(micros(sentNanos));
    }
  }

  /**
   * The windows with reads that ended before a moment, in order.
   *
   * @param end end of the load
   */
  List<ReadWindow> until(Instant end) {
    List<ReadWindow> complete = new ArrayList<>();
    synchronized (windows) {
      windows.forEach(
          (number, latencies) -> {
            Instant from = start.plus(plan.window().multipliedBy(number));
            TimeSpan span = new TimeSpan(from, from.plus(plan.window()));
            if (!span.to().isAfter(end)) {
              complete.add(
                  new ReadWindow(
                      number,
                      plan.kindOf(number),
                      span,
                      latencies.due.copy(),
                      latencies.sent.copy()));
            }
          });
    }
    return complete;
  }

  static long micros(long nanos) {
    return TimeUnit.NANOSECONDS.toMicros(nanos);
  }
}
