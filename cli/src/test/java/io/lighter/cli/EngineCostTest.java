// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class EngineCostTest {
  private static final long RANGE = 100;
  private static final int COMPACTION_MIN = 3;

  @Test
  void sameEngineCostsNothing() {
    for (EngineName engine : EngineName.values()) {
      EngineCost cost = cost(engine, store("r", engine, 9, 1000, 500));

      assertThat(cost.rewrittenBytes()).as(engine.tag()).isZero();
      assertThat(cost.duration()).contains(Duration.ZERO);
    }
  }

  @Test
  void storeOfTwoRangesAndLessIsNotRewrittenAsOneRange() {
    EngineCost cost =
        cost(
            EngineName.RANGE,
            store("small", EngineName.DEFAULT, 3, 2 * RANGE, 10),
            store("large", EngineName.DEFAULT, 3, 2 * RANGE + 1, 10));

    assertThat(cost.stores()).isOne();
    assertThat(cost.rewrittenBytes()).isEqualTo(201);
  }

  @Test
  void stripesBecomeRangesUnlessTheyAreTooLarge() {
    assertThat(
            cost(EngineName.RANGE, store("r", EngineName.STRIPE, 3, 650, 0, 300L, 200L, 150L))
                .rewrittenBytes())
        .isEqualTo(300);
    assertThat(cost(EngineName.STRIPE, store("r", EngineName.RANGE, 9, 1000, 70)).rewrittenBytes())
        .isEqualTo(70);
  }

  @Test
  void defaultEngineCompactsStoresWithEnoughFiles() {
    EngineCost cost =
        cost(
            EngineName.DEFAULT,
            store("few", EngineName.RANGE, 2, 1000, 0),
            store("many", EngineName.RANGE, 3, 400, 0),
            store("most", EngineName.STRIPE, 30, 600, 0));

    assertThat(cost.stores()).isEqualTo(2);
    assertThat(cost.rewrittenBytes()).isEqualTo(1000);
    assertThat(cost.leastSpace()).isEqualTo(600);
    assertThat(cost.mostSpace()).isEqualTo(1000);
  }

  @Test
  void timeIsThatOfAllThreadsAndOfTheLargestCompactionAtLeast() {
    TableStores.Store[] equal = {
      store("a", EngineName.DEFAULT, 9, 400, 0),
      store("b", EngineName.DEFAULT, 9, 400, 0),
      store("c", EngineName.DEFAULT, 9, 400, 0),
    };
    assertThat(cost(EngineName.RANGE, equal).duration()).contains(Duration.ofSeconds(60));
    assertThat(
            cost(
                    EngineName.RANGE,
                    store("a", EngineName.DEFAULT, 9, 1000, 0),
                    store("b", EngineName.DEFAULT, 9, 400, 0))
                .duration())
        .contains(Duration.ofSeconds(100));
  }

  @Test
  void timeIsNotKnownBeforeTheFirstJob() {
    EngineCluster.Observed idle =
        new EngineCluster.Observed(
            new TableStores(
                Optional.empty(), List.of(), 0, List.of(store("a", EngineName.DEFAULT, 9, 400, 0))),
            Map.of(),
            OptionalLong.empty(),
            2,
            Optional.empty());

    assertThat(EngineCost.of(idle, EngineName.RANGE, RANGE, COMPACTION_MIN).duration()).isEmpty();
  }

  private static EngineCost cost(EngineName to, TableStores.Store... stores) {
    EngineCluster.Observed observed =
        new EngineCluster.Observed(
            new TableStores(Optional.empty(), List.of(), 0, List.of(stores)),
            Map.of(),
            OptionalLong.of(10),
            2,
            Optional.empty());
    return EngineCost.of(observed, to, RANGE, COMPACTION_MIN);
  }

  private static TableStores.Store store(
      String region, EngineName engine, int files, long bytes, long unmerged, Long... fileBytes) {
    return new TableStores.Store(
        "a,1,1",
        region,
        "f",
        engine.className(),
        true,
        files,
        1,
        bytes,
        0,
        unmerged,
        List.of(fileBytes));
  }
}
