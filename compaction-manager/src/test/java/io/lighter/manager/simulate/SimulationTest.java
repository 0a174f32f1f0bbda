// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.lighter.common.assignment.SlotTable;
import io.lighter.common.config.ConfigurationException;
import io.lighter.common.config.LighterConfiguration;
import io.lighter.common.config.LighterOption;
import io.lighter.manager.balance.BalanceSettings;
import java.util.List;
import org.junit.jupiter.api.Test;

class SimulationTest {
  private static final int MOVES_PER_ROUND =
      LighterConfiguration.defaults().number(LighterOption.MANAGER_BALANCE_MOVES);

  @Test
  void balancingEvensSkewedLoadWithFewMoves() throws Exception {
    SimulationSettings skewed = new SimulationSettings(20, 8, 2000, 0.99, 0.7, 40, false, 1);

    SimulationResult byNumber = run(skewed, false);
    SimulationResult byLoad = run(skewed, true);

    assertThat(byNumber.spread()).isGreaterThan(1.3);
    assertThat(byLoad.spread() - 1).isLessThan((byNumber.spread() - 1) * 0.6);
    assertThat(byLoad.meanWaitMs()).isLessThan(byNumber.meanWaitMs());
    assertThat(byNumber.movesPerMinute()).isZero();
    assertThat(byLoad.movesPerMinute()).isPositive();
    assertThat(byLoad.mostMovesInAMinute()).isLessThanOrEqualTo(MOVES_PER_ROUND);
  }

  @Test
  void evenLoadMovesNoSlot() throws Exception {
    SimulationResult result = run(new SimulationSettings(20, 8, 8000, 0, 0.5, 20, false, 1), true);

    assertThat(result.slotsMoved()).isZero();
    assertThat(result.spread()).isLessThan(1.1);
  }

  @Test
  void deadServersWorkMovesAndNewServersGetAShare() throws Exception {
    SimulationResult result =
        run(new SimulationSettings(20, 20, 8000, 0.5, 0.6, 30, true, 1), true);

    assertThat(result.slotsMoved()).isGreaterThan(2 * SlotTable.SLOTS / 20 - 10);
    assertThat(result.spread()).isLessThan(1.5);
    assertThat(result.busiest()).isLessThan(1);
  }

  @Test
  void joiningServersEndTheQueueOfAnOverloadedOne() throws Exception {
    SimulationSettings overloaded = new SimulationSettings(10, 1, 100, 0, 1.4, 30, false, 1);
    Simulation simulation =
        new Simulation(overloaded, BalanceSettings.of(LighterConfiguration.defaults()), 1);

    SimulationResult unused = simulation.run();

    List<SimulatedMinute> course = simulation.course();
    assertThat(course).hasSize(30);
    assertThat(course.get(14).servers()).isEqualTo(1);
    assertThat(course.get(14).waiting()).isGreaterThan(50);
    assertThat(course.get(14).medianWaitMs()).isGreaterThan(50_000);
    assertThat(course.get(29).servers()).isEqualTo(2);
    assertThat(course.get(29).medianWaitMs()).isLessThan(5_000);
    assertThat(course.get(29).completed()).isGreaterThan(course.get(14).completed());
  }

  @Test
  void sameSeedGivesTheSameRun() throws Exception {
    SimulationSettings settings = new SimulationSettings(5, 4, 500, 0.9, 0.8, 15, false, 7);

    SimulationResult first = run(settings, true);
    SimulationResult second = run(settings, true);

    assertThat(second.jobs()).isEqualTo(first.jobs());
    assertThat(second.spread()).isEqualTo(first.spread());
    assertThat(second.slotsMoved()).isEqualTo(first.slotsMoved());
    assertThat(second.p99WaitMs()).isEqualTo(first.p99WaitMs());
  }

  @Test
  void impossibleClusterIsRefusedWithTheAllowedValues() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SimulationSettings(1, 0, 1, 0, 0.5, 1, false, 1))
        .withMessage("compaction servers = 0: expected a number from 1 to 1000");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SimulationSettings(1, 1, 1, -1, 0.5, 1, false, 1))
        .withMessageContaining("zipf");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SimulationSettings(1, 1, 1, 0, 0, 1, false, 1))
        .withMessageContaining("utilisation");
  }

  private static SimulationResult run(SimulationSettings settings, boolean balanced)
      throws ConfigurationException {
    BalanceSettings defaults = BalanceSettings.of(LighterConfiguration.defaults());
    return new Simulation(settings, defaults.withEnabled(balanced)).run();
  }
}
