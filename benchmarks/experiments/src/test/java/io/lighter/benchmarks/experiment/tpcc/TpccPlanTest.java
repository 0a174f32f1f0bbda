// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.tpcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.lighter.benchmarks.experiment.ExperimentSettings;
import io.lighter.benchmarks.experiment.Strategy;
import io.lighter.tpcc.schema.Scale;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class TpccPlanTest {
  private static final List<Strategy> STRATEGIES =
      List.of(Strategy.SS, Strategy.WTC, Strategy.CO, Strategy.RC, Strategy.TIW, Strategy.AD);

  @Test
  void planHasThePapersWarehousesWithFewerRows() {
    assertThat(plan(1, false, 8).scale()).isEqualTo(new Scale(4_000, 10, 120, 36));
    assertThat(plan(1, true, 8).scale()).isEqualTo(new Scale(2_000, 10, 60, 18));
    assertThat(plan(25, false, 8).scale()).isEqualTo(Scale.SPEC);
  }

  @Test
  void tiniestDatabaseStillHasRowsForAllTransactions() {
    assertThat(plan(0.001, true, 8).scale()).isEqualTo(new Scale(100, 10, 10, 3));
  }

  @Test
  void bytesFollowTheScale() {
    assertThat(plan(2, false, 8).bytes()).isEqualTo(4 * plan(1, true, 8).bytes());
  }

  @Test
  void quickTrialsOfAllStrategiesFitTheirBudget() {
    TpccPlan quick = plan(1, true, 8);

    assertThat(quick.trials()).isEqualTo(12);
    assertThat(quick.trial().expected().multipliedBy(quick.trials()))
        .isLessThan(quick.budget().orElseThrow());
    // A minute for the pages and the end of the cluster.
    assertThat(quick.budget().orElseThrow()).isLessThanOrEqualTo(Duration.ofMinutes(19));
    assertThat(plan(1, false, 8).budget()).isEmpty();
  }

  @Test
  void badNumbersAreRefusedByName() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> plan(1, false, 0))
        .withMessage("threads 0: expected 1 to 500, one for each district");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> plan(1, false, 501))
        .withMessageContaining("threads 501");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> plan(26, false, 8))
        .withMessageContaining("scale 26.0: expected at most 25.0");
  }

  private static TpccPlan plan(double scale, boolean quick, int threads) {
    return new TpccPlan(
        ExperimentSettings.builder("fig8", "t", STRATEGIES, List.of(TpccPlan.CACHE_FACTOR))
            .scale(scale)
            .quick(quick)
            .build(),
        threads);
  }
}
