// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.benchmarks.experiment.ExperimentResult;
import io.lighter.benchmarks.experiment.Strategy;
import io.lighter.benchmarks.experiment.TrialResult;
import java.util.ArrayList;
import java.util.List;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.junit.jupiter.api.Test;

class PooledTablesTest {
  @Test
  void everyTableHasNumberAndIntervals() {
    List<PooledTables.Table> tables = tables(ResultsJson.of(sixOfEach()));

    assertThat(tables)
        .extracting(PooledTables.Table::name)
        .containsExactly("aims", "excess", "stalls", "causes");
    for (PooledTables.Table table : tables) {
      assertThat(table.rows().get(0)).startsWith("Strategy", "n");
      assertThat(table.rows().get(1)).startsWith("SS", "6");
    }
    for (PooledTables.Table table : tables.subList(0, 3)) { // causes are counts
      assertThat(table.rows().get(1)).anyMatch(cell -> cell.matches(".*\\[.*, .*\\]"));
    }
  }

  @Test
  void verdictsStandUnderTheirAims() {
    PooledTables.Table aims = tables(ResultsJson.of(sixOfEach())).get(0);
    int column = aims.rows().get(0).indexOf("warmup get ≤ 5");

    assertThat(aims.rows().get(1).get(column)).startsWith("missed: ");
    assertThat(aims.rows().get(2)).startsWith("TIW");
    assertThat(aims.rows().get(2).get(column)).startsWith("met: ");
  }

  @Test
  void stallsStandBesideTheSecondsOfTheirPhase() {
    PooledTables.Table stalls = tables(ResultsJson.of(sixOfEach())).get(2);

    assertThat(stalls.rows().get(0))
        .startsWith("Strategy", "n", "compaction s", "compaction get", "longest ms")
        .contains("warmup s", "rest s");
    int warmup = stalls.rows().get(0).indexOf("warmup s");
    assertThat(stalls.rows().get(1).get(warmup)).as("six of 20 s").isEqualTo("120");
  }

  @Test
  void controlHasARangeOnBothSides() {
    List<TrialResult> trials = new ArrayList<>();
    for (int repeat = 1; repeat <= 6; repeat++) {
      trials.add(SampleResults.trial(Strategy.OFF, repeat, 1, List.of()));
    }
    JsonObject json = ResultsJson.of(sixOfEach());
    JsonObject control = json.getAsJsonArray("strategies").get(0).getAsJsonObject();
    control.addProperty("control", true);
    control.add("pooled", ResultsJson.strategy(Strategy.OFF, trials, List.of("get")).get("pooled"));

    List<PooledTables.Table> tables = tables(json);

    assertThat(tables)
        .filteredOn(table -> table.name().equals("control"))
        .singleElement()
        .satisfies(table -> assertThat(table.rows().get(0)).contains("rest get ±3"));
  }

  @Test
  void textAndPageHaveTheTables() throws Exception {
    JsonObject json = ResultsJson.of(sixOfEach());

    assertThat(TextReport.of(json)).contains("warmup get ≤ 5", "Stalls: ", "operation-seconds");
    assertThat(HtmlReport.of(json)).contains("<table class=\"costs aims\">", "missed: ");
  }

  @Test
  void resultsWithoutPooledFiguresHaveNoSuchTable() {
    JsonObject json = ResultsJson.of(sixOfEach());
    json.getAsJsonArray("strategies")
        .forEach(strategy -> strategy.getAsJsonObject().remove("pooled"));

    assertThat(tables(json)).isEmpty();
    assertThat(new FigureTable(Section.of(json).get(0), "").titles()).doesNotContain("n");
  }

  private static List<PooledTables.Table> tables(JsonObject json) {
    return PooledTables.of(Section.of(json).get(0), Operations.all(json));
  }

  private static ExperimentResult sixOfEach() {
    List<TrialResult> trials = new ArrayList<>();
    for (int repeat = 1; repeat <= 6; repeat++) {
      trials.add(SampleResults.trial(Strategy.SS, repeat, 3, List.of()));
      trials.add(SampleResults.trial(Strategy.TIW, repeat, 1.02, List.of()));
    }
    return SampleResults.of(trials, List.of());
  }
}
