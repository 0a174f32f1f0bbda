// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.scaleout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.lighter.benchmarks.experiment.YcsbRows;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class ScaleOutPlanTest {
  private static final YcsbRows ROWS = new YcsbRows(16_000);
  private final ScaleOutPlan plan = ScaleOutPlan.of(List.of(2, 4), List.of(1, 2), ROWS, true);

  @Test
  void largestClusterOverloadsOneServerAndNotTwo() {
    assertThat(plan.load(4, 1)).isGreaterThan(1.2);
    assertThat(plan.load(4, 2)).isLessThan(0.8);
    assertThat(plan.load(2, 1)).isLessThan(0.8);
  }

  @Test
  void limitAndPeriodGiveThePlannedLoad() {
    double demand = 16.0 * plan.regionBytes() / plan.period().toMillis() * 1_000;

    assertThat(demand / plan.throughputLimit()).isCloseTo(plan.load(4, 1), within(0.01));
  }

  @Test
  void smallerClusterHasItsShareOfTheRows() {
    assertThat(plan.rowsOf(4)).isEqualTo(ROWS);
    assertThat(plan.rowsOf(2)).isEqualTo(new YcsbRows(8_000));
  }

  @Test
  void numbersThatDoNotGrowAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ScaleOutPlan.of(List.of(2), List.of(2, 1), ROWS, true))
        .withMessage("--servers [2, 1]: expected growing numbers from 1 to 8");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ScaleOutPlan.of(List.of(17), List.of(1), ROWS, true))
        .withMessage("--region-servers [17]: expected growing numbers from 1 to 16");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ScaleOutPlan.of(List.of(0), List.of(1), ROWS, true))
        .withMessageContaining("--region-servers [0]");
  }

  @Test
  void regionsHaveAlmostTheSameNumberOfRows() {
    byte[][] splits = ROWS.splits(4);

    int[] rows = new int[4];
    for (int row = 0; row < ROWS.count(); row++) {
      byte[] key = YcsbRows.key(row);
      rows[(int) Arrays.stream(splits).filter(s -> Bytes.compareTo(s, key) <= 0).count()]++;
    }
    assertThat(rows).containsExactly(4_000, 4_000, 4_000, 4_000);
  }

  @Test
  void joiningSimulatedServersEmptyTheQueue() {
    SimulatedScaleOut simulated = SimulatedScaleOut.run(10, true, 1);

    List<SimulatedScaleOut.Half> halves = simulated.halves();
    assertThat(halves).extracting(SimulatedScaleOut.Half::servers).containsExactly(1, 2);
    assertThat(halves.get(0).waitP50()).isGreaterThan(60);
    assertThat(halves.get(1).waitP50()).isLessThan(5);
    assertThat(halves.get(1).perMinute()).isGreaterThan(1.3 * halves.get(0).perMinute());
  }
}
