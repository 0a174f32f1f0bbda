// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.benchmarks.experiment.Phase;
import io.lighter.benchmarks.experiment.Strategy;
import io.lighter.benchmarks.experiment.TrialResult;
import io.lighter.benchmarks.experiment.TrialStalls;
import io.lighter.benchmarks.stall.Cause;
import io.lighter.benchmarks.stall.ExplainedStall;
import io.lighter.benchmarks.stall.Stall;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.junit.jupiter.api.Test;

class StallsJsonTest {
  /** Start of the compaction of a sample trial. */
  private static final Instant COMPACTION = Instant.parse("2026-01-02T03:00:10Z");

  @Test
  void tenLongestStallsAreListedWithTheirCauses() {
    JsonObject stalls = StallsJson.of(trial(1, stalls(12), List.of()));

    assertThat(stalls.get("count").getAsInt()).isEqualTo(12);
    assertThat(stalls.get("seconds").getAsDouble()).isEqualTo(50);
    assertThat(stalls.getAsJsonArray("longest"))
        .hasSize(10)
        .extracting(stall -> stall.getAsJsonObject().get("ms").getAsDouble())
        .startsWith(112.0, 111.0)
        .endsWith(103.0);
    JsonObject first = stalls.getAsJsonArray("longest").get(0).getAsJsonObject();
    assertThat(first.get("t").getAsDouble()).isEqualTo(1.2);
    assertThat(first.get("time").getAsString()).isEqualTo("2026-01-02T03:00:11.200Z");
    assertThat(first.get("operation").getAsString()).isEqualTo("get");
    assertThat(first.get("phase").getAsString()).isEqualTo("compaction");
    assertThat(first.get("cause").getAsString()).isEqualTo("safepoint-region-server");
    JsonObject cause = first.getAsJsonArray("causes").get(0).getAsJsonObject();
    assertThat(cause.get("source").getAsString()).isEqualTo("region-server-1");
    assertThat(cause.get("detail").getAsString()).isEqualTo("G1CollectForAllocation");
    assertThat(cause.get("ms").getAsDouble()).isEqualTo(90);
  }

  @Test
  void stallsOfAStrategyAreCountedByCauseAndUseIsOfOneCompaction() {
    List<TrialResult> trials =
        List.of(trial(1, stalls(2), List.of()), trial(2, unexplained(), List.of()));

    JsonObject stalls =
        StallsJson.pooled(
            trials.stream().map(trial -> TrialJson.of(trial, List.of("get"))).toList());

    assertThat(stalls.get("seconds").getAsDouble())
        .as("of two runs, from the baseline to the end of the rest")
        .isEqualTo(100);
    assertThat(stalls.getAsJsonObject("by_cause").entrySet())
        .extracting(entry -> entry.getKey() + " " + entry.getValue())
        .containsExactly("safepoint-region-server 2", "unexplained 1");
    assertThat(stalls.getAsJsonObject("warmup").get("cpu_wait_s_client").getAsDouble())
        .isEqualTo(1.5);
    assertThat(stalls.getAsJsonObject("rest").keySet()).isEmpty();
  }

  @Test
  void tableHasAColumnForEachCauseAndNamesWhatIsMissing() throws Exception {
    JsonObject json =
        ResultsJson.of(
            SampleResults.of(
                List.of(
                    trial(1, stalls(2), List.of("disks: no control groups")),
                    trial(2, unexplained(), List.of())),
                List.of()));

    PooledTables.Table table = table(json);

    assertThat(table.rows())
        .containsExactly(
            List.of("Strategy", "n", "seconds", "stalls", "safepoint-region-server", "unexplained"),
            List.of("SS", "2", "100", "3", "2", "1"));
    assertThat(table.caption()).endsWith("; not measured here: disks: no control groups");
    assertThat(TextReport.of(json)).contains("What stalls were");
    assertThat(HtmlReport.of(json)).contains("<table class=\"costs causes\">");
  }

  @Test
  void tableOfResultsWithoutTheSecondsHasADash() {
    JsonObject json =
        ResultsJson.of(SampleResults.of(List.of(trial(1, stalls(2), List.of())), List.of()));
    for (JsonElement strategy : json.getAsJsonArray("strategies")) {
      if (strategy.getAsJsonObject().has("stalls")) {
        strategy.getAsJsonObject().getAsJsonObject("stalls").remove("seconds");
      }
    }

    assertThat(table(json).rows().get(1)).startsWith("SS", "1", "–", "2");
  }

  @Test
  void resultsWithoutCausesHaveNoSuchTable() {
    JsonObject json =
        ResultsJson.of(SampleResults.of(List.of(trial(1, stalls(2), List.of())), List.of()));
    for (JsonElement strategy : json.getAsJsonArray("strategies")) {
      strategy.getAsJsonObject().remove("stalls");
    }

    assertThat(PooledTables.of(Section.of(json).get(0), Operations.all(json)))
        .extracting(PooledTables.Table::name)
        .doesNotContain("causes");
  }

  private static PooledTables.Table table(JsonObject json) {
    return PooledTables.of(Section.of(json).get(0), Operations.all(json)).stream()
        .filter(table -> table.name().equals("causes"))
        .findFirst()
        .orElseThrow();
  }

  private static TrialResult trial(int repeat, List<ExplainedStall> stalls, List<String> missing) {
    return SampleResults.trial(Strategy.SS, repeat, 2, List.of()).toBuilder()
        .stalls(
            new TrialStalls(
                stalls,
                Map.of(Phase.WARMUP, Map.of("cpu_wait_s_client", (double) repeat)),
                missing))
        .build();
  }

  /** Stalls of 101 ms and more, the longest one last. */
  private static List<ExplainedStall> stalls(int count) {
    List<ExplainedStall> stalls = new ArrayList<>();
    for (int i = 1; i <= count; i++) {
      stalls.add(
          new ExplainedStall(
              stall(i),
              List.of(
                  new ExplainedStall.Part(
                      Cause.SAFEPOINT_REGION_SERVER,
                      "region-server-1",
                      "G1CollectForAllocation",
                      90))));
    }
    return stalls;
  }

  private static List<ExplainedStall> unexplained() {
    return List.of(new ExplainedStall(stall(1), List.of()));
  }

  private static Stall stall(int number) {
    Instant start = COMPACTION.plusMillis(100L * number);
    return new Stall("get", "compaction", start, start.plusMillis(100), 100 + number);
  }
}
