// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LatencyTest {
  private final Histogram micros = new Histogram(LatencyRecorder.SIGNIFICANT_DIGITS);

  @Test
  void trimmedMeanIsOfTheFastestNineTenths() {
    micros.recordValueWithCount(500, 50);
    micros.recordValueWithCount(1_000, 45);
    micros.recordValueWithCount(100_000, 5);

    Latency latency = Latency.of(micros);

    assertThat(latency.samples()).isEqualTo(100);
    // 50 x 0.5 ms and 40 x 1 ms
    assertThat(latency.trimmedMs()).isEqualTo(65 / 90.0, within(0.001));
    assertThat(latency.meanMs()).isEqualTo((25 + 45 + 500) / 100.0, within(0.05));
  }

  @Test
  void trimmedMeanOfOneSampleIsTheSample() {
    micros.recordValue(700);

    assertThat(Latency.of(micros).trimmedMs()).isEqualTo(0.7, within(0.001));
  }

  @Test
  void trimmedMeanWithoutASampleIsZero() {
    assertThat(Latency.of(micros).trimmedMs()).isZero();
  }
}
