// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.warmup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class AdaptiveRateTest {
  private static final double EXACT = 0;

  private final AdaptiveRate rate = new AdaptiveRate(400, 100, 1700);

  @Test
  void startRateIsClippedToFloorAndCeiling() {
    assertThat(new AdaptiveRate(1, 100, 1700).getAsLong()).isEqualTo(100);
    assertThat(new AdaptiveRate(9999, 100, 1700).getAsLong()).isEqualTo(1700);
  }

  @Test
  void rateGrowsByAStepWhileCallsAreAsFastAsWithoutWarmups() {
    rate.sample(1.05, EXACT);
    assertThat(rate.getAsLong()).isEqualTo(500);
    rate.grow();
    assertThat(rate.getAsLong()).isEqualTo(600);
  }

  @Test
  void rateHalvesWhenCallsAreSlowerButNotBelowTheFloor() {
    rate.sample(1.15, EXACT);
    assertThat(rate.getAsLong()).isEqualTo(200);
    rate.sample(1.5, EXACT);
    rate.sample(1.5, EXACT);
    assertThat(rate.getAsLong()).isEqualTo(100);
  }

  @Test
  void slownessWithinTwoErrorsIsNoise() {
    rate.sample(1.35, 0.2);
    assertThat(rate.getAsLong()).isEqualTo(500);

    rate.sample(1.45, 0.2);
    assertThat(rate.getAsLong()).isEqualTo(250);
  }

  @Test
  void rateNeverGrowsBeyondTheCeiling() {
    for (int i = 0; i < 50; i++) {
      rate.sample(1, EXACT);
    }
    assertThat(rate.getAsLong()).isEqualTo(1700);
  }

  @Test
  void capHoldsAtOnceAndWhileTheRateGrowsAndNotBelowTheFloor() {
    rate.cap(300);
    assertThat(rate.getAsLong()).isEqualTo(300);
    rate.grow();
    assertThat(rate.getAsLong()).isEqualTo(300);

    rate.cap(1);
    assertThat(rate.getAsLong()).isEqualTo(100);

    rate.cap(Long.MAX_VALUE);
    rate.grow();
    assertThat(rate.getAsLong()).isEqualTo(200);
  }

  @Test
  void invalidRangeIsRejected() {
    assertThatThrownBy(() -> new AdaptiveRate(1, 0, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new AdaptiveRate(1, 2, 1))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
