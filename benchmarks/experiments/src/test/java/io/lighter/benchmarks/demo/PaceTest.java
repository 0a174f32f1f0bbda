// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class PaceTest {
  @Test
  void phaseAfterCoversTheWarmUpAndTheQuietAfterIt() {
    assertThat(Pace.FULL.after())
        .isGreaterThanOrEqualTo(DemoSettings.WARMUP_TIME.plus(Pace.FULL.warmupQuiet()));
  }

  @Test
  void phasesOfAllTurnsTakeLessThanTwoMinutes() {
    Duration turn = Pace.FULL.window().plus(Pace.FULL.after());

    assertThat(turn.multipliedBy(Side.TURNS.size())).isLessThan(Duration.ofMinutes(2));
  }

  @Test
  void settlingTakesAtMostHalfAMinute() {
    assertThat(Pace.FULL.longestSettling()).isLessThanOrEqualTo(Duration.ofSeconds(30));
  }

  @Test
  void turnHasTimeForAThirdWindow() {
    assertThat(List.of(Pace.FULL, Pace.QUICK))
        .allSatisfy(
            pace -> assertThat(pace.turnWindow().multipliedBy(2)).isLessThan(pace.turnLimit()));
  }

  @Test
  void enoughPairsForSettledFiguresFitIntoTheLimit() {
    assertThat(List.of(Pace.FULL, Pace.QUICK))
        .allSatisfy(
            pace ->
                assertThat(pace.settleWindow().multipliedBy(2L * Settling.MIN_PAIRS))
                    .isLessThan(pace.settleLimit()));
  }
}
