// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.benchmarks.demo.Progress;
import io.lighter.benchmarks.experiment.ExperimentSettings;
import io.lighter.benchmarks.experiment.Strategy;
import java.io.PrintWriter;
import java.io.Writer;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PlannedLoadTest {
  private static final LoadPlan PLAN = LoadPlan.of(1, false, 1_000, 20, KeyOrder.RANDOM, Map.of());
  private static final List<Engine> ENGINES = List.of(Engine.HD, Engine.RG, Engine.RGO);

  @Test
  void eachEngineIsRehearsedBeforeTheFirstMeasuredLoad() {
    List<PlannedLoad> planned = planned(settings().repeat(2).build());

    assertThat(planned).hasSize(9);
    assertThat(planned.subList(0, 3))
        .allMatch(PlannedLoad::isRehearsal)
        .allSatisfy(load -> assertThat(load.row().plan()).isEqualTo(PLAN.rehearsal(3)))
        .extracting(load -> load.row().engine())
        .isEqualTo(ENGINES);
    assertThat(planned.subList(3, 6))
        .allSatisfy(load -> assertThat(load.repeat()).isEqualTo(1))
        .allSatisfy(load -> assertThat(load.row().plan()).isEqualTo(PLAN))
        .extracting(load -> load.row().engine())
        .containsExactlyInAnyOrderElementsOf(ENGINES);
    assertThat(planned.subList(6, 9))
        .allSatisfy(load -> assertThat(load.repeat()).isEqualTo(2))
        .extracting(load -> load.row().engine())
        .containsExactlyInAnyOrderElementsOf(ENGINES);
  }

  @Test
  void withoutRehearsalAllLoadsAreMeasured() {
    assertThat(planned(settings().withoutRehearsal().build()))
        .hasSize(3)
        .noneMatch(PlannedLoad::isRehearsal);
  }

  private static List<PlannedLoad> planned(ExperimentSettings settings) {
    Progress silent = Progress.on(new PrintWriter(Writer.nullWriter()));
    return new LoadExperiment(settings, LoadSet.of(ENGINES, PLAN), silent, Clock.systemUTC())
        .planned();
  }

  private static ExperimentSettings.Builder settings() {
    return ExperimentSettings.builder("range", "engines", List.of(Strategy.SS), List.of(0.2));
  }
}
