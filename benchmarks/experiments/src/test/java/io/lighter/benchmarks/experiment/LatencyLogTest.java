// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LatencyLogTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final String GET = "get";

  private final LatencyLog log = new LatencyLog();

  @Test
  void latenciesAreSelectedByTheMidpointOfTheirInterval() {
    for (int second = 0; second < 10; second++) {
      add(second, second < 5 ? 1_000 : 3_000);
    }

    assertThat(mean(START, START.plusSeconds(5))).isBetween(999.0, 1_001.0);
    assertThat(mean(START.plusSeconds(5), START.plusSeconds(10))).isBetween(2_998.0, 3_002.0);
    assertThat(mean(START, START.plusSeconds(10))).isBetween(1_998.0, 2_002.0);
    assertThat(mean(START.plusSeconds(10), START.plusSeconds(20))).isZero();
  }

  private double mean(Instant from, Instant to) {
    return log.between(from, to, LatencyLog.Timing.DUE, GET).getMean();
  }

  private void add(int second, long micros) {
    Histogram histogram = new Histogram(3);
    histogram.recordValue(micros);
    Instant start = START.plusSeconds(second);
    log.add(
        LatencyLog.Timing.DUE, GET, new LatencyInterval(start, start.plusSeconds(1), histogram));
  }
}
