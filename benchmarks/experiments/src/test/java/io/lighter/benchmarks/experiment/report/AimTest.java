// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import static io.lighter.benchmarks.experiment.report.Aim.Figure.MEAN;
import static io.lighter.benchmarks.experiment.report.Aim.Figure.P99;
import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.benchmarks.experiment.Phase;
import io.lighter.benchmarks.experiment.Strategy;
import io.lighter.benchmarks.experiment.report.Aim.Verdict;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AimTest {
  private static final Aim AT_MOST_FIVE =
      Aim.of(Strategy.TIW, 1.5, Phase.COMPACTION, "get", MEAN).orElseThrow();
  private static final Aim CONTROL =
      Aim.of(Strategy.OFF, 1.5, Phase.REST, "get", MEAN).orElseThrow();
  private static final Optional<Bootstrap.Interval> MET_INTERVAL =
      Optional.of(new Bootstrap.Interval(1, 2));

  @Test
  void verdictNeedsTheWholeIntervalOnOneSide() {
    assertThat(verdict(AT_MOST_FIVE, -4, 5)).isEqualTo(Verdict.MET);
    assertThat(verdict(AT_MOST_FIVE, 5.1, 9)).isEqualTo(Verdict.MISSED);
    assertThat(verdict(AT_MOST_FIVE, 4, 6)).isEqualTo(Verdict.OPEN);
  }

  @Test
  void controlMayDeviateOnNeitherSide() {
    assertThat(verdict(CONTROL, -3, 3)).isEqualTo(Verdict.MET);
    assertThat(verdict(CONTROL, -9, -4)).isEqualTo(Verdict.MISSED);
    assertThat(verdict(CONTROL, 4, 9)).isEqualTo(Verdict.MISSED);
    assertThat(verdict(CONTROL, -4, 1)).isEqualTo(Verdict.OPEN);
  }

  @Test
  void verdictNeedsThreeTrialsAndSixCompactions() {
    assertThat(AT_MOST_FIVE.verdict(MET_INTERVAL, 3, 6)).isEqualTo(Verdict.MET);
    assertThat(AT_MOST_FIVE.verdict(MET_INTERVAL, 3, 5)).isEqualTo(Verdict.OPEN);
    assertThat(AT_MOST_FIVE.verdict(MET_INTERVAL, 2, 20)).isEqualTo(Verdict.OPEN);
    assertThat(AT_MOST_FIVE.verdict(Optional.empty(), 5, 10)).isEqualTo(Verdict.OPEN);
  }

  @Test
  void aimsAreForACacheThatHoldsTheData() {
    assertThat(Aim.of(Strategy.TIW, 0.5, Phase.COMPACTION, "get", MEAN)).isEmpty();
    assertThat(Aim.of(Strategy.TIW, 1.5, Phase.WARMUP, "update", MEAN)).isEmpty();
    assertThat(Aim.of(Strategy.TIW, 1.5, Phase.WARMUP, "update", P99).orElseThrow().most())
        .isEqualTo(25);
    assertThat(Aim.of(Strategy.TIW, 1.5, Phase.COMPACTION, "get_sent", MEAN)).isEmpty();
    assertThat(Aim.of(Strategy.TIW, 1.5, Phase.REST, "get", MEAN)).isEmpty();
    assertThat(Aim.of(Strategy.OFF, 1.5, Phase.COMPACTION, "get", MEAN)).isEmpty();
  }

  private static Verdict verdict(Aim aim, double low, double high) {
    return aim.verdict(Optional.of(new Bootstrap.Interval(low, high)), 5, 10);
  }
}
