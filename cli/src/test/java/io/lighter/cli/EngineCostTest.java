// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.engine.forest.ForestLimits;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class EngineCostTest {
  private static final long RANGE = 100;
  private static final EngineCost.Options OPTIONS =
      new EngineCost.Options(
          RANGE, 3, new ForestLimits(4, 100, 1, 10, ForestLimits.DropDeletes.NO_OLDER, 100));

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

  /** Files of few stages, or without common rows, stay as they are. */
  @Test
  void forestRewritesOnlyTreesOfAStageThatOverlap() {
    EngineName tiered = EngineName.DEFAULT;

    EngineCost stages =
        cost(EngineName.FOREST, store("r", tiered, 4, 7, 1, 6400L, 400L, 100L, 99L));
    assertThat(stages.rewrittenBytes()).isZero();
    assertThat(stages.stores()).isZero();

    EngineCost due =
        cost(EngineName.FOREST, store("r", tiered, 5, 7, 1, 6400L, 100L, 100L, 100L, 100L));
    assertThat(due.rewrittenBytes()).isEqualTo(400);
    assertThat(due.leastSpace()).isEqualTo(400);

    TableStores.Store apart =
        new TableStores.Store(
            "a,1,1", "r", "f", tiered.className(), true, 4, 1, 400, 0, 0, filesApart(4), List.of());
    assertThat(cost(EngineName.FOREST, apart).rewrittenBytes()).isZero();
  }

  /** A round of rounds reads its bytes again; the largest compaction has each byte once. */
  @Test
  void forestCountsTheBytesOfEachRound() {
    Long[] flushes = Stream.generate(() -> 100L).limit(16).toArray(Long[]::new);

    EngineCost cost = cost(EngineName.FOREST, store("r", EngineName.DEFAULT, 16, 1600, 1, flushes));

    assertThat(cost.rewrittenBytes()).isEqualTo(3200);
    assertThat(cost.leastSpace()).isEqualTo(1600);
  }

  @Test
  void forestOfFilesThatAreNotReportedCountsAsRewritten() {
    assertThat(cost(EngineName.FOREST, store("r", EngineName.RANGE, 9, 900, 0, 100L)).stores())
        .isOne();
    assertThat(cost(EngineName.FOREST, store("r", EngineName.RANGE, 3, 900, 0, 100L)).stores())
        .isZero();
  }

  private static List<TableStores.ReportedFile> filesApart(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> new TableStores.ReportedFile(100, 10 * i, 10 * i + 9))
        .toList();
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
                Optional.empty(),
                Optional.empty(),
                List.of(),
                0,
                List.of(store("a", EngineName.DEFAULT, 9, 400, 0))),
            Map.of(),
            OptionalLong.empty(),
            2,
            Optional.empty());

    assertThat(EngineCost.of(idle, EngineName.RANGE, OPTIONS).duration()).isEmpty();
  }

  private static EngineCost cost(EngineName to, TableStores.Store... stores) {
    EngineCluster.Observed observed =
        new EngineCluster.Observed(
            new TableStores(Optional.empty(), Optional.empty(), List.of(), 0, List.of(stores)),
            Map.of(),
            OptionalLong.of(10),
            2,
            Optional.empty());
    return EngineCost.of(observed, to, OPTIONS);
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
        Stream.of(fileBytes).map(FakeEngineCluster::file).toList(),
        List.of());
  }
}
