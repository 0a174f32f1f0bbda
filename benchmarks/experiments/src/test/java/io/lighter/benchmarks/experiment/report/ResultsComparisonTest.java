// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.lighter.benchmarks.experiment.ExperimentResult;
import io.lighter.benchmarks.experiment.Strategy;
import io.lighter.benchmarks.experiment.TrialResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.junit.jupiter.api.Test;

class ResultsComparisonTest {
  private static final JsonObject SLOW =
      ResultsJson.of(
          SampleResults.of(List.of(SampleResults.trial(Strategy.SS, 1, 3, List.of())), List.of()));
  private static final JsonObject FAST =
      ResultsJson.of(
          SampleResults.of(
              List.of(
                  SampleResults.trial(Strategy.SS, 1, 1.5, List.of()),
                  SampleResults.trial(Strategy.TIW, 1, 1.5, List.of())),
              List.of()));

  @Test
  void figuresOfStrategiesInBothAreCompared() {
    ResultsComparison comparison = ResultsComparison.of(SLOW, FAST);

    assertThat(comparison.lines())
        .filteredOn(line -> line.name().equals("warmup.get_pct"))
        .singleElement()
        .satisfies(
            line -> {
              assertThat(line.strategy()).isEqualTo("SS");
              assertThat(line.difference()).isCloseTo(-150, within(2.0));
            });
    assertThat(comparison.differences()).isEmpty();
    assertThat(comparison.toText()).contains("warmup.get_pct").doesNotContain("Not alike");
  }

  @Test
  void differencesOfSettingsAreListed() {
    JsonObject other = FAST.deepCopy();
    other.addProperty("profile", "paper-node");

    assertThat(ResultsComparison.of(SLOW, other).toText())
        .contains("Not alike, profile: \"none\" and \"paper-node\"");
  }

  @Test
  void storedResultsStandBesideNewOnesWithoutADifference() throws Exception {
    JsonObject stored = ResultsJson.read(Path.of("../../docs/results/fig7"));
    JsonObject latest = ResultsJson.of(sixOfEach());
    latest.addProperty("profile", "paper-node");
    latest.addProperty("compactions", 10);
    latest.add("isolation", lines("data-node-1", "data-node-2", "data-node-3"));

    ResultsComparison comparison = ResultsComparison.of(stored, latest);
    String text = comparison.toText();

    assertThat(text.lines())
        .contains(
            "Not alike, compactions: 1 and 10",
            "Not alike, scale: 4.0 and 1.0",
            "Not alike, statistic: median of runs and all compactions together",
            "Not alike, quick: false and true",
            "Not alike, disks of data nodes: 1 of them, one device, 120 reads/s, 100 MB/s and"
                + " 3 of them, each with a device, 120 reads/s, 100 MB/s")
        .noneMatch(line -> line.startsWith("Not alike, profile"))
        .anyMatch(line -> line.startsWith("Not alike") && line.contains("first has WTC, PF"))
        .anyMatch(
            line -> line.matches("SS +compaction.get_pct +40\\.5 +3 +\\S+ \\[.*\\] +6 +not alike"));
    assertThat(text.lines()).noneMatch(line -> line.matches("SS .* [+-][\\d.,]+"));
  }

  @Test
  void medianAndPooledFigureHaveNoDifferenceThoughSettingsAreAlike() {
    JsonObject older = ResultsJson.of(sixOfEach());
    older
        .getAsJsonArray("strategies")
        .forEach(strategy -> strategy.getAsJsonObject().remove("pooled"));

    String text = ResultsComparison.of(older, ResultsJson.of(sixOfEach())).toText();

    assertThat(text).contains("Not alike, statistic: median of runs and all compactions together");
    assertThat(text.lines())
        .anyMatch(line -> line.startsWith("SS ") && line.endsWith("not alike"))
        .noneMatch(line -> line.startsWith("SS ") && line.matches(".*[+-]\\d[\\d.,]*"));
  }

  @Test
  void moreRunsKeepTheDifference() {
    JsonObject other = SLOW.deepCopy();
    other.addProperty("repeat", 9);

    assertThat(ResultsComparison.of(SLOW, other).toText())
        .contains("Not alike, repeat: 3 and 9")
        .contains("+0.0");
  }

  private static ExperimentResult sixOfEach() {
    List<TrialResult> trials = new ArrayList<>();
    for (int repeat = 1; repeat <= 6; repeat++) {
      trials.add(SampleResults.trial(Strategy.SS, repeat, 3, List.of()));
    }
    return SampleResults.of(trials, List.of());
  }

  /** The isolation of data nodes with disks of their own. */
  private static JsonArray lines(String... names) {
    JsonArray lines = new JsonArray();
    for (String name : names) {
      lines.add("  " + name + ": CPU 1, disk 120 reads/s, 100 MB/s of 7:5");
    }
    lines.add("  note: data nodes have loop devices of their own, whose files are on one device");
    return lines;
  }

  @Test
  void differentExperimentsAreNotCompared() {
    JsonObject other = FAST.deepCopy();
    other.addProperty("experiment", "fig4");

    assertThatIllegalArgumentException()
        .isThrownBy(() -> ResultsComparison.of(SLOW, other))
        .withMessageContaining("different experiments");
  }
}
