// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.scaleout;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * Figures of compactions in a part of a run.
 *
 * @param started jobs that left the queue to run
 * @param waitP50 median seconds in the queue, of started jobs
 * @param waitP99 99th percentile of the same
 * @param waiting mean number of queued jobs
 * @param completed completed jobs
 * @param perMinute completed jobs per minute
 * @param responseP50 median seconds from the request to the output, of completed jobs
 * @param busy fraction of the servers' time with a job, 0 to 1, for one thread each
 */
public record QueueFigures(
    long started,
    double waitP50,
    double waitP99,
    double waiting,
    long completed,
    double perMinute,
    double responseP50,
    double busy) {
  private static final double MS_PER_S = 1_000;
  private static final int S_PER_MINUTE = 60;

  /**
   * Figures of a span of time.
   *
   * @param servers number of servers of the jobs
   */
  public static QueueFigures of(List<OffloadedJob> jobs, int servers, Instant from, Instant to) {
    double seconds = seconds(Duration.between(from, to));
    Histogram waits = new Histogram(3);
    Histogram responses = new Histogram(3);
    double waitingSeconds = 0;
    double runningSeconds = 0;
    for (OffloadedJob job : jobs) {
      if (job.started().filter(start -> isIn(start, from, to)).isPresent()) {
        waits.recordValue(millis(job.accepted(), job.started().orElseThrow()));
      }
      if (job.completed() && isIn(job.ended().orElseThrow(), from, to)) {
        responses.recordValue(millis(job.accepted(), job.ended().orElseThrow()));
      }
      waitingSeconds += overlap(job.accepted(), job.leftQueue(), from, to);
      if (job.started().isPresent()) {
        runningSeconds +=
            overlap(job.started().orElseThrow(), job.ended().orElse(Instant.MAX), from, to);
      }
    }
    return new QueueFigures(
        waits.getTotalCount(),
        waits.getValueAtPercentile(50) / MS_PER_S,
        waits.getValueAtPercentile(99) / MS_PER_S,
        waitingSeconds / seconds,
        responses.getTotalCount(),
        responses.getTotalCount() * S_PER_MINUTE / seconds,
        responses.getValueAtPercentile(50) / MS_PER_S,
        runningSeconds / (seconds * servers));
  }

  private static boolean isIn(Instant time, Instant from, Instant to) {
    return !time.isBefore(from) && time.isBefore(to);
  }

  /** Common seconds of two spans. */
  private static double overlap(Instant start, Instant end, Instant from, Instant to) {
    Instant first = start.isAfter(from) ? start : from;
    Instant last = end.isBefore(to) ? end : to;
    return last.isAfter(first) ? seconds(Duration.between(first, last)) : 0;
  }

  /** Milliseconds between two times of a server's clock, which may be set back. */
  private static long millis(Instant start, Instant end) {
    return Math.max(0, Duration.between(start, end).toMillis());
  }

  private static double seconds(Duration time) {
    return time.toMillis() / MS_PER_S;
  }
}
