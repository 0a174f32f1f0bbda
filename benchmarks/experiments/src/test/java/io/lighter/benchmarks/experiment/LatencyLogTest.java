// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LatencyLogTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final String GET = "get";

  private final LatencyLog log = new LatencyLog();

  @Test
  void onlyIntervalsWhollyInsideCount() {
    for (int second = 0; second < 10; second++) {
      add(second, second < 5 ? 1_000 : 3_000);
    }

    assertThat(within(0, 5_000).micros().getMean()).isBetween(999.0, 1_001.0);
    assertThat(within(5_000, 10_000).micros().getMean()).isBetween(2_998.0, 3_002.0);
    assertThat(within(0, 10_000).micros().getMean()).isBetween(1_998.0, 2_002.0);
    assertThat(within(10_000, 20_000).count()).isZero();
  }

  @Test
  void intervalOverABoundaryCountsOnNeitherSide() {
    for (int second = 0; second < 10; second++) {
      add(second, second < 5 ? 1_000 : 3_000);
    }

    // The middle of the fifth second is before 4.7 s, and its end is after it.
    assertThat(within(0, 4_700).count()).isEqualTo(4);
    assertThat(within(4_700, 10_000).count()).isEqualTo(5);
    assertThat(within(0, 4_700).coveredSeconds()).isEqualTo(4);
    // The middle of the fifth second is after 4.3 s, and its start is before it.
    assertThat(within(4_300, 10_000).count()).isEqualTo(5);
    assertThat(within(4_300, 4_900).covered()).isZero();
  }

  @Test
  void rateIsOverTheCoveredTime() {
    for (int second = 0; second < 10; second++) {
      log.add(LatencyLog.Timing.SENT, GET, interval(second, 1_000));
    }

    assertThat(log.rate(GET, span(500, 9_500))).isEqualTo(1);
    assertThat(log.rate(GET, span(500, 900))).isZero();
  }

  @Test
  void timeOfSeveralClientsIsCoveredOnce() {
    add(0, 1_000);
    add(0, 1_000);
    add(2, 1_000);

    assertThat(within(0, 10_000).count()).isEqualTo(3);
    assertThat(within(0, 10_000).coveredSeconds()).isEqualTo(2);
  }

  @Test
  void stallsAreIntervalsWithAnOperationOverFiftyMilliseconds() {
    add(0, 49_000);
    add(1, 51_000);
    add(2, 200_000);

    assertThat(within(0, 10_000).stalls()).isEqualTo(2);
    assertThat(within(0, 10_000).slowOperations()).isEqualTo(2);
    assertThat(within(0, 1_000).slowOperations()).isZero();
  }

  @Test
  void intervalsThatTouchADisturbedTimeAreLeftOut() {
    for (int second = 0; second < 10; second++) {
      add(second, 1_000);
    }
    log.addFailures(GET, 2);
    log.addDamaged(3);

    LatencyLog quiet = log.without(List.of(span(2_000, 4_000), span(7_500, 7_600)));

    assertThat(quiet.intervals(LatencyLog.Timing.DUE, GET))
        .extracting(interval -> Duration.between(START, interval.start()).toSeconds())
        .containsExactly(0L, 1L, 4L, 5L, 6L, 8L, 9L);
    assertThat(quiet.failedOperations()).isEqualTo(2);
    assertThat(quiet.damagedIntervals()).isEqualTo(3);
    assertThat(within(0, 10_000).count()).isEqualTo(10);
  }

  private SpanLatencies within(int fromMillis, int toMillis) {
    return log.within(span(fromMillis, toMillis), LatencyLog.Timing.DUE, GET);
  }

  private static TimeSpan span(int fromMillis, int toMillis) {
    return new TimeSpan(START.plusMillis(fromMillis), START.plusMillis(toMillis));
  }

  private void add(int second, long micros) {
    log.add(LatencyLog.Timing.DUE, GET, interval(second, micros));
  }

  private static LatencyInterval interval(int second, long micros) {
    Histogram histogram = new Histogram(3);
    histogram.recordValue(micros);
    Instant start = START.plusSeconds(second);
    return new LatencyInterval(start, start.plusSeconds(1), histogram);
  }
}
