// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.pressure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class IdleRatioTest {
  private static final int HALF_AN_HOUR = IdleRatio.SLOTS / 2;

  private final IdleRatio ratio = new IdleRatio(0.5);

  @Test
  void ratioIsUnknownBeforeThereIsABaseline() {
    record(IdleRatio.LEAST_KNOWN - 1, 1);
    assertThat(ratio.ratio(OptionalDouble.of(1))).isEmpty();

    record(1, 1);
    assertThat(ratio.ratio(OptionalDouble.of(1))).hasValue(1);
  }

  @Test
  void halfAnHourOfLoadDoesNotRaiseTheBaseline() {
    record(HALF_AN_HOUR, 1);
    record(HALF_AN_HOUR, 10);

    assertThat(ratio.ratio(OptionalDouble.of(10))).hasValue(10);
  }

  @Test
  void baselineFollowsAfterAnHour() {
    record(IdleRatio.SLOTS, 1);
    record(IdleRatio.SLOTS, 4);
    assertThat(ratio.ratio(OptionalDouble.of(4))).hasValue(1);

    record(HALF_AN_HOUR, 1); // falls sooner than it rises
    assertThat(ratio.ratio(OptionalDouble.of(4))).hasValue(4);
  }

  @Test
  void anHourWithoutDataForgetsTheBaseline() {
    record(IdleRatio.SLOTS, 1);
    for (int i = 0; i < IdleRatio.SLOTS; i++) {
      ratio.record(OptionalDouble.empty());
    }

    assertThat(ratio.ratio(OptionalDouble.of(9))).isEmpty();
  }

  @Test
  void valuesBelowTheFloorAreNotCompared() {
    record(IdleRatio.SLOTS, 0.01);

    assertThat(ratio.ratio(OptionalDouble.of(0.1)).orElseThrow()).isCloseTo(0.2, within(1e-9));
  }

  private void record(int slots, double value) {
    for (int i = 0; i < slots; i++) {
      ratio.record(OptionalDouble.of(value));
    }
  }
}
