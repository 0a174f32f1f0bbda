// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import io.lighter.benchmarks.experiment.LatencyInterval;
import io.lighter.benchmarks.experiment.LatencyLog;
import io.lighter.benchmarks.experiment.LatencyLog.Timing;
import io.lighter.benchmarks.experiment.SampleSeries;
import io.lighter.benchmarks.experiment.ServerSample;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/**
 * Latencies and hit ratio over time, by seconds from a moment.
 *
 * @param origin second 0
 * @param from start of the included time
 * @param to end of the included time
 */
record CourseJson(Instant origin, Instant from, Instant to) {
  private static final long MS_PER_S = 1_000;

  /** A span of time. */
  JsonObject span(String name, Instant start, Instant end) {
    JsonObject span = new JsonObject();
    span.addProperty("name", name);
    span.addProperty("from", offset(start));
    span.addProperty("to", offset(end));
    return span;
  }

  /** Adds a line for each operation, and one for the hit ratio. */
  void addLines(JsonObject json, LatencyLog log, List<String> operations, SampleSeries samples) {
    for (String operation : operations) {
      json.add(operation, latencies(log.intervals(Timing.DUE, operation)));
    }
    json.add("hit_ratio", hitRatios(samples));
  }

  double offset(Instant time) {
    return Duration.between(origin, time).toMillis() / (double) MS_PER_S;
  }

  /**
   * Latencies by whole seconds, because several clients write their intervals at different moments.
   */
  JsonObject latencies(List<LatencyInterval> intervals) {
    Map<Long, Histogram> bySecond = new TreeMap<>();
    for (LatencyInterval interval : intervals) {
      if (isWithin(interval.middle()) && interval.count() > 0) {
        long millis = Duration.between(origin, interval.middle()).toMillis();
        interval.addTo(
            bySecond.computeIfAbsent(Math.floorDiv(millis, MS_PER_S), second -> new Histogram(3)));
      }
    }
    CourseLine line = CourseLine.ofLatencies();
    bySecond.forEach(
        (second, micros) -> line.addLatencies(second + 0.5, LatencyFigures.of(micros)));
    return line.json();
  }

  private JsonObject hitRatios(SampleSeries samples) {
    CourseLine line = new CourseLine("t", "ratio");
    for (ServerSample step : samples.steps()) {
      if (isWithin(step.time()) && step.hitRatio().isPresent()) {
        line.add(offset(step.time()), Rounding.ratio(step.hitRatio().getAsDouble()));
      }
    }
    return line.json();
  }

  private boolean isWithin(Instant time) {
    return !time.isBefore(from) && !time.isAfter(to);
  }
}
