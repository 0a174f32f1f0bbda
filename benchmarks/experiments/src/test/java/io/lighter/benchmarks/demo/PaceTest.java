// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
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
}
