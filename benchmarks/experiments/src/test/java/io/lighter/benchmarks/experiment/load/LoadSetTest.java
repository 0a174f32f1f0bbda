// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.junit.jupiter.api.Test;

class LoadSetTest {
  @Test
  void commitsAloneNeedNoRehearsal() {
    LoadSet commits =
        new TierLoads(1, true, Map.of()).of(List.of(Engine.TI), EnumSet.of(TierFigure.COMMITS));

    assertThat(commits.planned(2, 1, true)).isEmpty();
    assertThat(commits.rows()).extracting(Row::name).containsExactly("ASYNC");
  }

  @Test
  void readsOverAMergeAreTheLastOfALoadSinceTheyChangeItsFiles() {
    LoadSet loads =
        new TierLoads(1, false, Map.of()).of(List.of(Engine.TI), EnumSet.allOf(TierFigure.class));

    for (PlannedLoad load : loads.planned(5, 1, false)) {
      assertThat(load.reads()).hasSize(3);
      assertThat(load.reads().get(2).group()).isEqualTo("merge");
    }
  }

  private static final List<Engine> ENGINES = List.of(Engine.HD, Engine.HT, Engine.FO);
  private static final Set<ForestFigure> ALL = EnumSet.allOf(ForestFigure.class);

  @Test
  void eachEngineIsLoadedInEachOrderOfKeysThatItIsFor() {
    LoadSet loads = loads(Map.of()).of(ENGINES, ALL);

    assertThat(loads.loads())
        .extracting(row -> row.name() + " " + row.group())
        .containsExactly(
            "HD ascending",
            "HT ascending",
            "FO ascending",
            "HD nearly-ascending",
            "HT nearly-ascending",
            "FO nearly-ascending",
            "HD random",
            "FO random");
  }

  @Test
  void onlyTablesWithRandomKeysAreReadWithAndWithoutBloomFilters() {
    LoadSet loads = loads(Map.of()).of(ENGINES, ALL);

    for (Row load : loads.loads()) {
      assertThat(loads.reads(load).isEmpty()).isEqualTo(load.plan().keys() != KeyOrder.RANDOM);
      assertThat(loads.reads(load)).allMatch(row -> row.engine() == load.engine());
    }
    assertThat(loads.rows())
        .filteredOn(row -> row.reads().isPresent())
        .extracting(row -> row.name() + " " + row.group())
        .contains(
            "HD read, Bloom",
            "HP read, Bloom",
            "FO read, Bloom",
            "FB read, Bloom",
            "HD read, no Bloom",
            "HP read, no Bloom",
            "FO read, no Bloom")
        .doesNotContain("FB read, no Bloom");
    Set<String> labels = new HashSet<>();
    assertThat(loads.rows()).allMatch(row -> labels.add(row.name() + " " + row.group()));
  }

  @Test
  void figuresDecideWhatIsLoadedAndRead() {
    LoadSet space = loads(Map.of()).of(ENGINES, EnumSet.of(ForestFigure.SPACE));
    LoadSet scans = loads(Map.of()).of(ENGINES, EnumSet.of(ForestFigure.SCANS));

    assertThat(space.plans()).extracting(LoadPlan::keys).containsExactly(KeyOrder.RANDOM);
    assertThat(space.reads()).isEmpty();
    assertThat(scans.kinds()).containsExactly(ReadWindow.Kind.SCAN);
    assertThat(loads(Map.of()).of(ENGINES, ALL).kinds())
        .containsExactly(ReadWindow.Kind.GET, ReadWindow.Kind.SCAN);
  }

  @Test
  void settingsWithANameAreOfFurtherReadsOfTheForest() {
    LoadSet loads =
        loads(
                Map.of(
                    "lighter.forest.fanout", "8",
                    "FX:hbase.a", "1",
                    "FX:hbase.b", "2"))
            .of(ENGINES, ALL);

    assertThat(loads.plans())
        .allMatch(it -> it.settings().equals(Map.of("lighter.forest.fanout", "8")));
    assertThat(loads.reads())
        .filteredOn(setting -> setting.name().equals("FX"))
        .hasSize(2)
        .allMatch(setting -> setting.engine() == Engine.FO)
        .allMatch(setting -> setting.table().equals(Map.of("hbase.a", "1", "hbase.b", "2")));
  }

  @Test
  void optionsOutOfRangeAreNamed() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ForestLoads(1, true, 0, Map.of()))
        .withMessage("--reads 0: expected 1 to 1000");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> loads(Map.of("HD:hbase.a", "1")))
        .withMessage("--set HD:hbase.a=1: expected a row of another name than 'HD'");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> loads(Map.of("FX:lighter.forest.fanout", "1")))
        .withMessageStartingWith("--set FX:lighter.forest.fanout = '1': expected ");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> loads(Map.of("lighter.forest.fanout", "1")).of(ENGINES, ALL))
        .withMessageStartingWith("--set lighter.forest.fanout = '1': expected ");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> loads(Map.of()).of(List.of(Engine.HT), EnumSet.of(ForestFigure.GETS)))
        .withMessage("--engines HT: expected an engine for random keys, or --figures wa");
  }

  @Test
  void eachRepeatHasAllLoadsAndReadsInAnotherOrder() {
    LoadSet loads = loads(Map.of()).of(ENGINES, ALL);
    List<PlannedLoad> planned = loads.planned(2, 1, false);

    assertThat(planned).hasSize(16);
    List<Row> first = planned.subList(0, 8).stream().map(PlannedLoad::row).toList();
    List<Row> second = planned.subList(8, 16).stream().map(PlannedLoad::row).toList();
    assertThat(first).containsExactlyInAnyOrderElementsOf(loads.loads()).isNotEqualTo(second);
    assertThat(planned.subList(8, 16)).allMatch(load -> load.repeat() == 2);
    assertThat(planned)
        .allSatisfy(
            load ->
                assertThat(load.reads())
                    .containsExactlyInAnyOrderElementsOf(loads.reads(load.row())));
    assertThat(loads.planned(2, 1, false)).as("the seed decides").isEqualTo(planned);
  }

  @Test
  void readsThatRestartTheRegionServerAreTheLastOfARepeat() {
    LoadSet loads = loads(Map.of()).of(ENGINES, ALL);
    for (long seed = 0; seed < 5; seed++) {
      PlannedLoad last = loads.planned(1, seed, false).get(7);

      assertThat(last.row().name()).isEqualTo("HD");
      assertThat(last.reads()).extracting(Row::name).containsExactly("HD", "HD", "HP", "HP");
    }
  }

  @Test
  void rehearsalsHaveRandomKeysAndNoReadsAndFollowARestart() {
    LoadSet loads = loads(Map.of()).of(ENGINES, ALL);
    List<PlannedLoad> planned = loads.planned(2, 1, true);

    assertThat(planned).hasSize(2 * (3 + 8));
    for (int repeat : new int[] {0, 1}) {
      assertThat(planned.subList(11 * repeat, 11 * repeat + 3))
          .allMatch(PlannedLoad::isRehearsal)
          .allMatch(load -> load.reads().isEmpty())
          .allMatch(load -> load.row().plan().keys() == KeyOrder.RANDOM);
    }
    assertThat(loads(Map.of()).of(ENGINES, EnumSet.of(ForestFigure.WA)).planned(2, 1, true))
        .as("no restart")
        .hasSize(3 + 2 * 8);
  }

  @Test
  void readersHaveTheRowsOfTheLoadAndTwiceItsWindows() {
    LoadSet loads = loads(Map.of()).of(ENGINES, ALL);
    LoadPlan loaded = loads.plans().get(2);
    LoadPlan readers = loads.readers(loaded);

    assertThat(readers.rows()).isEqualTo(loaded.rows());
    assertThat(readers.readsPerSecond()).isEqualTo(400);
    assertThat(readers.window()).isEqualTo(loaded.window().multipliedBy(2));
    assertThat(readers.kindOf(0)).isEqualTo(ReadWindow.Kind.GET);
    assertThat(readers.kindOf(1)).isEqualTo(ReadWindow.Kind.SCAN);
    assertThat(LoadSet.duration(readers)).isEqualTo(readers.window().multipliedBy(10));
    LoadPlan full = LoadPlan.unlimited(1, false, KeyOrder.RANDOM, Map.of());
    assertThat(loads.readers(full).window()).isEqualTo(Duration.ofSeconds(10));
  }

  @Test
  void tableThatIsReadHasNoCompactionsAndTheSettingsOfItsRow() {
    LoadSet loads = loads(Map.of("FX:hbase.a", "1")).of(ENGINES, ALL);

    for (Row row : loads.rows()) {
      if (row.reads().isPresent()) {
        TableDescriptor table = TableReads.table(row);

        assertThat(table.isCompactionEnabled()).isFalse();
        assertThat(table.getColumnFamilies()[0].getBloomFilterType())
            .isEqualTo(row.reads().get().bloom() ? BloomType.ROW : BloomType.NONE);
        assertThat(table.getValue("hbase.a")).isEqualTo(row.name().equals("FX") ? "1" : null);
        assertThat(table.getValue("hbase.hstore.engine.class"))
            .isEqualTo(row.settings().get("hbase.hstore.engine.class"));
        assertThat(row.settings().get("hbase.storescanner.parallel.seek.enable"))
            .isEqualTo(row.name().equals("HP") ? "true" : null);
        assertThat(table.getValue("lighter.forest.filter"))
            .isEqualTo(row.name().equals("FB") ? "cache" : null);
        assertThat(table.getValue("hbase.storescanner.parallel.seek.enable"))
            .as("in a table's settings it would make reads hang")
            .isNull();
      }
    }
  }

  private static ForestLoads loads(Map<String, String> settings) {
    return new ForestLoads(1, true, 400, settings);
  }
}
