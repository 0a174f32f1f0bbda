// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lighter.benchmarks.experiment.Strategy;
import io.lighter.benchmarks.experiment.TrialResult;
import java.util.List;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.com.google.gson.JsonParseException;
import org.apache.hbase.thirdparty.com.google.gson.JsonParser;
import org.junit.jupiter.api.Test;

class PooledResultsTest {
  private static final TrialResult FIRST = SampleResults.trial(Strategy.SS, 1, 3, List.of());
  private static final TrialResult SECOND = SampleResults.trial(Strategy.SS, 2, 2, List.of());
  private static final TrialResult THIRD = SampleResults.trial(Strategy.SS, 3, 1.5, List.of());

  @Test
  void runsOfTwoExperimentsHaveTheFiguresOfOne() {
    JsonObject pooled = PooledResults.of(List.of(results(FIRST), results(SECOND, THIRD)));

    assertThat(strategy(pooled, "SS")).isEqualTo(strategy(results(FIRST, SECOND, THIRD), "SS"));
    assertThat(strategy(pooled, "SS").getAsJsonObject("pooled").get("n").getAsInt()).isEqualTo(3);
  }

  @Test
  void latenciesSurviveBeingWrittenAndRead() {
    JsonObject read = JsonParser.parseString(ResultsJson.write(results(FIRST))).getAsJsonObject();

    assertThat(strategy(PooledResults.of(List.of(read, results(SECOND))), "SS"))
        .isEqualTo(strategy(results(FIRST, SECOND), "SS"));
  }

  @Test
  void runsAreNumberedAndStrategiesOfOneExperimentAreKept() {
    JsonObject other = results(SampleResults.trial(Strategy.TIW, 1, 1.1, List.of()), THIRD);

    JsonObject pooled = PooledResults.of(List.of(results(FIRST), other));

    assertThat(strategy(pooled, "SS").getAsJsonArray("runs"))
        .extracting(run -> run.getAsJsonObject().get("repeat").getAsInt())
        .containsExactly(1, 2);
    assertThat(strategy(pooled, "TIW").get("runs_counted").getAsInt()).isEqualTo(1);
    assertThat(pooled.getAsJsonArray("pooled_from"))
        .hasSize(2)
        .allSatisfy(source -> assertThat(source.getAsJsonObject().has("seed")).isTrue());
  }

  @Test
  void reportsShowPooledResults() {
    JsonObject pooled = PooledResults.of(List.of(results(FIRST), results(SECOND, THIRD)));

    assertThat(TextReport.of(pooled)).isEqualTo(TextReport.of(results(FIRST, SECOND, THIRD)));
  }

  @Test
  void excludedRunsOfAllExperimentsAreListed() {
    TrialResult failed = SampleResults.trial(Strategy.SS, 1, 3, 1, List.of());
    JsonObject later = results(failed, THIRD);
    later.addProperty("start", "2026-01-03T03:00:00Z");

    JsonObject pooled = PooledResults.of(List.of(results(failed, SECOND), later));

    assertThat(pooled.getAsJsonArray("excluded"))
        .extracting(run -> run.getAsJsonObject().get("reason").getAsString())
        .hasSize(2)
        .allMatch(reason -> reason.startsWith("operations failed"))
        .anyMatch(reason -> reason.endsWith("(of the results from 2026-01-02T03:00:00Z)"))
        .anyMatch(reason -> reason.endsWith("(of the results from 2026-01-03T03:00:00Z)"));
    assertThat(strategy(pooled, "SS").get("runs_counted").getAsInt()).isEqualTo(2);
  }

  @Test
  void sameResultTwiceIsRefused() {
    assertThatThrownBy(() -> PooledResults.of(List.of(results(FIRST), results(FIRST))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("results: expected each one once");
  }

  @Test
  void numbersOfCompactionsMayDifferOtherSettingsNot() {
    JsonObject longer = results(SECOND);
    longer.addProperty("compactions", 5);
    assertThat(PooledResults.of(List.of(results(FIRST), longer)).has("strategies")).isTrue();
    JsonObject slower = results(SECOND);
    slower.addProperty("profile", "paper-node");

    assertThatThrownBy(() -> PooledResults.of(List.of(results(FIRST), slower)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "results 2: other settings than the first: profile: \"none\" and \"paper-node\"");
  }

  @Test
  void resultsWithoutLatenciesAreRefused() {
    JsonObject older = results(SECOND);
    for (JsonElement run : strategy(older, "SS").getAsJsonArray("runs")) {
      run.getAsJsonObject().remove("measured");
    }

    assertThatThrownBy(() -> PooledResults.of(List.of(results(FIRST), older)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("results 2: SS has no latencies of its compactions");
  }

  @Test
  void oneResultOrAnotherExperimentIsRefused() {
    JsonObject other = results(SECOND);
    other.addProperty("experiment", "fig4");
    JsonObject tpcc = results(SECOND);
    tpcc.add("sets", new JsonArray());

    assertThatThrownBy(() -> PooledResults.of(List.of(results(FIRST))))
        .hasMessage("results: 1: expected 2 or more");
    assertThatThrownBy(() -> PooledResults.of(List.of(results(FIRST), other)))
        .hasMessage("results 2: experiment fig4: expected fig7, as in the first");
    assertThatThrownBy(() -> PooledResults.of(List.of(results(FIRST), tpcc)))
        .hasMessageContaining("expected one with cache sizes");
  }

  @Test
  void missingFieldsAreRefused() {
    JsonObject incomplete = results(SECOND);
    incomplete.remove("strategies");

    assertThatThrownBy(() -> PooledResults.of(List.of(results(FIRST), incomplete)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a field of the results is missing or has another type");
  }

  @Test
  void damagedLatenciesAreNamed() {
    JsonObject damaged = results(SECOND);
    strategy(damaged, "SS")
        .getAsJsonArray("runs")
        .get(0)
        .getAsJsonObject()
        .getAsJsonArray("measured")
        .get(0)
        .getAsJsonObject()
        .getAsJsonObject("warmup")
        .getAsJsonObject("get")
        .addProperty("micros", "AAAA");

    assertThatThrownBy(() -> PooledResults.of(List.of(results(FIRST), damaged)))
        .isInstanceOf(JsonParseException.class)
        .hasMessage("damaged latencies of warmup.get");
  }

  private static JsonObject results(TrialResult... trials) {
    return ResultsJson.of(SampleResults.of(List.of(trials), List.of()));
  }

  private static JsonObject strategy(JsonObject results, String name) {
    return results.getAsJsonArray("strategies").asList().stream()
        .map(JsonElement::getAsJsonObject)
        .filter(strategy -> strategy.get("name").getAsString().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
