// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.warmup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class AdaptiveRateTest {
  private static final double USUAL = 1.0;
  private static final double SLOW = 1.5;

  private final AdaptiveRate rate = new AdaptiveRate(400, 100, 1700);

  @Test
  void startRateIsClippedToFloorAndCeiling() {
    assertThat(new AdaptiveRate(1, 100, 1700).getAsLong()).isEqualTo(100);
    assertThat(new AdaptiveRate(9999, 100, 1700).getAsLong()).isEqualTo(1700);
  }

  @Test
  void rateGrowsByAStepWhileReadsMatchTheBaseline() {
    rate.sample(USUAL, false);
    rate.sample(USUAL, true);
    assertThat(rate.getAsLong()).isEqualTo(500);
    rate.sample(USUAL, true);
    assertThat(rate.getAsLong()).isEqualTo(600);
  }

  @Test
  void rateHalvesWhenReadsAreSlowerButNotBelowTheFloor() {
    rate.sample(USUAL, false);
    rate.sample(SLOW, true);
    assertThat(rate.getAsLong()).isEqualTo(200);
    rate.sample(SLOW, true);
    rate.sample(SLOW, true);
    assertThat(rate.getAsLong()).isEqualTo(100);
  }

  @Test
  void rateNeverGrowsBeyondTheCeiling() {
    rate.sample(USUAL, false);
    for (int i = 0; i < 50; i++) {
      rate.sample(USUAL, true);
    }
    assertThat(rate.getAsLong()).isEqualTo(1700);
  }

  @Test
  void baselineMovesOnlyWithoutAWarmup() {
    rate.sample(USUAL, false);
    for (int i = 0; i < 20; i++) {
      rate.sample(SLOW, true);
    }
    rate.sample(USUAL, true);
    assertThat(rate.getAsLong()).isEqualTo(200); // USUAL is still the baseline

    for (int i = 0; i < 20; i++) {
      rate.sample(SLOW, false);
    }
    rate.sample(SLOW, true);
    assertThat(rate.getAsLong()).isEqualTo(300); // SLOW has become the baseline
  }

  @Test
  void invalidRangeIsRejected() {
    assertThatThrownBy(() -> new AdaptiveRate(1, 0, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new AdaptiveRate(1, 2, 1))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
