// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class SampleSeriesTest {
  private static final Instant START = Instant.parse("2026-01-02T03:00:00Z");
  private static final SampleSeries SERIES =
      new SampleSeries(
          List.of(
              Samples.at(START, 0, 0),
              Samples.at(START.plusSeconds(1), 100, 0),
              Samples.at(START.plusSeconds(2), 150, 50),
              Samples.at(START.plusSeconds(3), 250, 50)));

  @Test
  void countersAreInterpolatedBetweenSamples() {
    ServerSample between =
        SERIES.between(START.plusMillis(900), START.plusMillis(2_500)).orElseThrow();

    assertThat(between.hits()).isEqualTo(200 - 90);
    assertThat(between.misses()).isEqualTo(50);
    assertThat(between.networkBytes()).isEqualTo(1_000 * (200 - 90));
    assertThat(between.cpuSeconds()).isCloseTo((200 - 90) / 1e4, within(1e-9));
    assertThat(between.cachedBytes()).isEqualTo(1 << 20);
  }

  @Test
  void phaseBetweenTwoSamplesHasItsShareOfTheDifference() {
    ServerSample between =
        SERIES.between(START.plusMillis(1_200), START.plusMillis(1_400)).orElseThrow();

    assertThat(between.hits()).isEqualTo(10);
    assertThat(between.misses()).isEqualTo(10);
    assertThat(between.hitRatio()).hasValueCloseTo(0.5, within(1e-9));
  }

  @Test
  void timeOutsideOfTheSamplesIsUnknown() {
    ServerSample all = SERIES.between(START.minusSeconds(9), START.plusSeconds(9)).orElseThrow();

    assertThat(all.hits()).isEqualTo(250);
    assertThat(SERIES.between(START.minusSeconds(2), START.minusSeconds(1))).isEmpty();
    assertThat(SERIES.between(START.plusSeconds(3), START.plusSeconds(4))).isEmpty();
    assertThat(new SampleSeries(List.of()).between(START, START.plusSeconds(1))).isEmpty();
  }

  @Test
  void lowestHitRatioIsTakenOverSeveralSamples() {
    assertThat(SERIES.lowestHitRatio(START, START.plusSeconds(3), 1))
        .hasValueCloseTo(0.5, within(1e-9));
    assertThat(SERIES.lowestHitRatio(START, START.plusSeconds(3), 3))
        .hasValueCloseTo(250 / 300.0, within(1e-9));
    assertThat(SERIES.lowestHitRatio(START, START.plusSeconds(1), 3)).isEmpty();
  }
}
