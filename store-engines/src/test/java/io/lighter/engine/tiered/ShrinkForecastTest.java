// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.tiered;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ShrinkForecastTest {
  private final ShrinkForecast forecast = new ShrinkForecast(true);

  @Test
  void sumOfInputsIsExpectedBeforeTheFirstMerge() {
    assertThat(forecast.bytes(0, 1_000)).isEqualTo(1_000);
  }

  @Test
  void newestMergesOfTheLevelCountMost() {
    forecast.merged(0, 1_000, 200);
    assertThat(forecast.bytes(0, 1_000)).isEqualTo(200);
    forecast.merged(0, 1_000, 600);
    assertThat(forecast.bytes(0, 1_000)).isEqualTo(400);
    forecast.merged(0, 100, 60);
    assertThat(forecast.bytes(0, 1_000)).isEqualTo(500);
    assertThat(forecast.bytes(1, 1_000)).as("another level").isEqualTo(1_000);
  }

  @Test
  void mergeWithoutBytesTeachesNothing() {
    forecast.merged(0, 0, 10);
    assertThat(forecast.bytes(0, 1_000)).isEqualTo(1_000);
  }

  @Test
  void unusedForecastIsTheSum() {
    ShrinkForecast unused = new ShrinkForecast(false);
    unused.merged(0, 1_000, 200);
    assertThat(unused.bytes(0, 1_000)).isEqualTo(1_000);
  }

  @Test
  void errorIsTheMeanOfTheLastMerges() {
    ForecastErrors errors = new ForecastErrors();
    assertThat(errors.meanPercent()).isEqualTo(-1);
    errors.add(ForecastErrors.percent(300, 100));
    assertThat(errors.meanPercent()).isCloseTo(66.7, within(0.1));
    errors.add(ForecastErrors.percent(100, 100));
    assertThat(errors.meanPercent()).isCloseTo(33.3, within(0.1));
    errors.add(ForecastErrors.percent(0, 0));
    errors.add(ForecastErrors.percent(1, 10_000_000));
    assertThat(errors.meanPercent()).isBetween(41.6, 41.7);
    for (int i = 0; i < 64; i++) {
      errors.add(ForecastErrors.percent(100, 50));
    }
    assertThat(errors.meanPercent()).isEqualTo(50);
  }
}
