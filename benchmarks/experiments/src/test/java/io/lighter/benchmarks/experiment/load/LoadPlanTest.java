// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.lighter.common.config.LighterConfiguration;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class LoadPlanTest {
  @Test
  void fullLoadHasThePapersProportions() {
    LoadPlan plan = plan(1, false, 1_000);

    assertThat(plan.rows()).isEqualTo(1_200_000);
    assertThat(plan.bytes() / plan.flushBytes()).isEqualTo(20);
    assertThat(plan.bytes() / plan.rangeBytes()).isEqualTo(40);
    assertThat(plan.expected()).isEqualTo(Duration.ofMinutes(20));
    assertThat(plan.window()).isEqualTo(Duration.ofSeconds(10));
  }

  @Test
  void quickLoadIsAQuarterInTheSameProportions() {
    LoadPlan plan = plan(1, true, 1_000);

    assertThat(plan.rows()).isEqualTo(300_000);
    assertThat(plan.bytes() / plan.flushBytes()).isEqualTo(20);
    assertThat(plan.bytes() / plan.rangeBytes()).isEqualTo(40);
    assertThat(plan.window()).isEqualTo(Duration.ofSeconds(10));
  }

  @Test
  void tinyLoadHasTheLeastSizesThatAreAllowedAndShortWindows() {
    LoadPlan plan = plan(0.02, true, 1_000);

    assertThat(plan.flushBytes()).isEqualTo(1L << 20);
    assertThat(plan.rangeBytes()).isEqualTo(256L << 10);
    assertThat(plan.window()).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void leastRangeIsTheLeastThatTheOptionAllows() {
    long least = plan(0.02, true, 1_000).rangeBytes();

    assertThat(LighterConfiguration.problems(Map.of("lighter.range.size", "" + least))).isEmpty();
    assertThat(LighterConfiguration.problems(Map.of("lighter.range.size", "" + (least - 1))))
        .hasSize(1);
  }

  @Test
  void unlimitedLoadHasManyFlushesAndRangesOfTenFiles() {
    for (boolean quick : new boolean[] {true, false}) {
      LoadPlan plan = LoadPlan.unlimited(1, quick, KeyOrder.RANDOM, Map.of());

      assertThat(plan.rows()).isEqualTo(quick ? 200_000 : 1_200_000);
      assertThat(plan.insertsPerSecond()).isZero();
      assertThat(plan.readsPerSecond()).isZero();
      assertThat(plan.bytes() / plan.flushBytes()).isEqualTo(80);
      assertThat(plan.bytes() / plan.rangeBytes()).isEqualTo(20);
      assertThat(plan.rangeBytes() / plan.sstBytes()).isEqualTo(10);
    }
    long least = LoadPlan.unlimited(0.001, true, KeyOrder.RANDOM, Map.of()).sstBytes();
    assertThat(LighterConfiguration.problems(Map.of("lighter.forest.sst.bytes", "" + least)))
        .isEmpty();
    assertThat(LighterConfiguration.problems(Map.of("lighter.forest.sst.bytes", "" + (least - 1))))
        .hasSize(1);
  }

  @Test
  void everyFourthWindowHasGets() {
    LoadPlan plan = plan(1, true, 1_000);

    assertThat(List.of(plan.kindOf(0), plan.kindOf(3), plan.kindOf(6), plan.kindOf(11)))
        .containsExactly(
            ReadWindow.Kind.SCAN, ReadWindow.Kind.GET, ReadWindow.Kind.SCAN, ReadWindow.Kind.GET);
  }

  @Test
  void rehearsalsOfAllEnginesAreATenthOfALoad() {
    LoadPlan rehearsal = plan(1, false, 1_000).rehearsal(6);

    assertThat(rehearsal.rows()).isEqualTo(20_000);
    assertThat(rehearsal.bytes() / rehearsal.flushBytes()).isEqualTo(20);
    assertThat(rehearsal.bytes() / rehearsal.rangeBytes()).isEqualTo(40);
    assertThat(rehearsal.expected()).isEqualTo(Duration.ofSeconds(20));
  }

  @Test
  void rehearsalHasTenFlushesIfTheLoadHas() {
    LoadPlan rehearsal = plan(1, true, 1_000).rehearsal(6);

    assertThat(rehearsal.flushBytes()).isEqualTo(1L << 20);
    assertThat(Math.round((double) rehearsal.bytes() / rehearsal.flushBytes())).isEqualTo(10);
    assertThat(plan(0.001, true, 1_000).rehearsal(6).rows()).isEqualTo(300);
  }

  @Test
  void settingOfTheShareIsUsedInBars() {
    assertThat(plan(1, true, 0).unmergedRatio()).isEqualTo(0.1);
    assertThat(
            LoadPlan.of(
                    1, true, 0, 20, KeyOrder.RANDOM, Map.of("lighter.range.unmerged.ratio", "0.25"))
                .unmergedRatio())
        .isEqualTo(0.25);
  }

  @Test
  void ratesAndSettingsOutOfRangeAreNamed() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> plan(1, true, -1))
        .withMessage("--inserts -1: expected 0 to 100000");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LoadPlan.of(1, true, 0, 1_001, KeyOrder.RANDOM, Map.of()))
        .withMessage("--reads 1001: expected 0 to 1000");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                LoadPlan.of(1, true, 0, 20, KeyOrder.RANDOM, Map.of("lighter.range.max.wide", "0")))
        .withMessage("--set lighter.range.max.wide = '0': expected a whole number from 1 to 16");
  }

  @Test
  void randomKeysAreDistinctAndNotInOrder() {
    LoadRows rows = new LoadRows(KeyOrder.RANDOM, 7);
    Set<String> keys = new HashSet<>();
    int larger = 0;
    for (long row = 0; row < 1_000; row++) {
      keys.add(Bytes.toString(rows.key(row)));
      larger += Bytes.compareTo(rows.key(row + 1), rows.key(row)) > 0 ? 1 : 0;
    }

    assertThat(keys).hasSize(1_000).allSatisfy(key -> assertThat(key).hasSize(100));
    assertThat(larger).isBetween(400, 600);
    assertThat(new LoadRows(KeyOrder.RANDOM, 8).key(0)).isNotEqualTo(rows.key(0));
  }

  @Test
  void ascendingKeysAreInOrder() {
    LoadRows rows = new LoadRows(KeyOrder.ASCENDING, 7);

    for (long row = 0; row < 1_000; row++) {
      assertThat(Bytes.compareTo(rows.key(row), rows.key(row + 1))).isNegative();
    }
  }

  @Test
  void oneRowInTenIsUpTo300RowsLateAndTheOthersAscend() {
    Set<Long> places = new HashSet<>();
    Set<Long> delays = new HashSet<>();
    long greatest = -1;
    int late = 0;
    for (long row = 0; row < 6_000; row++) {
      long place = KeyOrder.NEARLY_ASCENDING.place(row, 7);
      places.add(place);
      if (place < greatest) {
        late++;
        delays.add(greatest - place);
      }
      greatest = Math.max(greatest, place);
    }

    assertThat(places).as("no key twice").hasSize(6_000);
    assertThat(late).isEqualTo(600);
    assertThat(delays).hasSizeGreaterThan(20).allSatisfy(it -> assertThat(it).isBetween(1L, 300L));
    assertThat(delays).anySatisfy(it -> assertThat(it).isGreaterThan(200));
    assertThat(KeyOrder.NEARLY_ASCENDING.place(9, 8))
        .as("the seed decides")
        .isNotEqualTo(KeyOrder.NEARLY_ASCENDING.place(9, 7));
  }

  @Test
  void aRowInABlockHasTheEstimatedSize() {
    long bytes =
        new LoadRows(KeyOrder.RANDOM, 7)
            .put(3).getFamilyCellMap().values().stream()
                .flatMap(cells -> cells.stream())
                .mapToLong(cell -> cell.getSerializedSize())
                .sum();

    assertThat(bytes).isBetween(LoadRows.BYTES_PER_ROW - 10L, LoadRows.BYTES_PER_ROW + 10L);
  }

  private static LoadPlan plan(double scale, boolean quick, int inserts) {
    return LoadPlan.of(scale, quick, inserts, 20, KeyOrder.RANDOM, Map.of());
  }
}
