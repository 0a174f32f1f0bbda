// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.lighter.benchmarks.demo.Progress;
import io.lighter.benchmarks.experiment.report.ResultFiles;
import io.lighter.benchmarks.experiment.report.ResultsJson;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs Figure 7 with two strategies and little data, including all files. */
class ExperimentIT {
  private static final double SCALE = 0.05;
  private static final YcsbWorkload.Rates RATES = new YcsbWorkload.Rates(60, 4, 20, 2);

  @TempDir private Path folder;

  @Test
  void stockAndThrottledAreMeasuredThroughAllPhases() throws Exception {
    ExperimentSettings settings =
        ExperimentSettings.builder(
                "fig7", "two strategies", List.of(Strategy.SS, Strategy.TIW), List.of(1.5))
            .scale(SCALE)
            .quick(true)
            .withoutRehearsal()
            .build();
    TrialStore store =
        new TrialStore(folder.resolve("trials"), cluster -> settings.conditions(cluster.variant()));
    Progress progress = Progress.on(new PrintWriter(System.out, true, UTF_8));
    List<Integer> left = new ArrayList<>();

    ExperimentResult result =
        experiment(settings, store, TrialStore.Contents.NONE, progress)
            .run(
                soFar -> {
                  left.add(soFar.trialsLeft());
                  ResultFiles.writeTexts(ResultsJson.of(soFar), folder);
                });
    assertThat(result.trials())
        .allSatisfy(
            trial ->
                assertThat(trial.latencies().intervals(LatencyLog.Timing.DUE, "get"))
                    .as("intervals of 100 ms")
                    .hasSizeGreaterThan(
                        (int) (5 * new TimeSpan(trial.first().baseline(), trial.end()).seconds())));
    JsonObject json = ResultsJson.of(result);
    ResultFiles.write(json, folder);

    assertThat(left).as("what was kept on the way").containsExactly(1, 0);
    assertThat(json.getAsJsonArray("excluded")).isEmpty();
    JsonObject stock = strategy(json, "SS");
    JsonObject throttled = strategy(json, "TIW");
    for (JsonObject strategy : List.of(stock, throttled)) {
      assertThat(strategy.get("failed_ops").getAsInt()).isZero();
      assertPhasesFollowEachOther(strategy);
      JsonObject stalls = strategy.getAsJsonObject("stalls");
      assertThat(stalls.getAsJsonArray("missing").asList().stream().map(JsonElement::getAsString))
          .as("sources of causes")
          .noneMatch(source -> source.startsWith("safepoints") || source.startsWith("waits"));
      assertThat(stalls.getAsJsonObject("rest").keySet())
          .contains("safepoint_ms_region_server", "safepoint_ms_client", "cpu_wait_s_client");
      for (String phase : List.of("baseline", "compaction", "warmup")) {
        assertThat(strategy.getAsJsonObject(phase).keySet())
            .contains("seconds", "throughput", "cpu_seconds", "hit_ratio");
      }
      assertThat(strategy.getAsJsonObject("warmup").keySet())
          .contains("get_pct", "scan_pct", "get_p99_pct", "update_pct", "get_sent_pct");
    }
    assertThat(hitRatioOfWarmup(throttled)).isGreaterThanOrEqualTo(hitRatioOfWarmup(stock));
    assertThat(throttled.getAsJsonObject("warmup").get("ended_by").getAsString())
        .isEqualTo("event");
    assertThat(throttled.get("blocks_remote").getAsLong()).isPositive();
    assertThat(stock.get("blocks_remote").getAsLong()).isZero();
    assertThat(Files.readString(folder.resolve("report.html")))
        .contains("id=\"panel-SS-1_5\"", "id=\"panel-TIW-1_5\"");
    assertThat(folder.resolve("fig7-TIW.png")).isNotEmptyFile();
    ExperimentResult resumed =
        experiment(settings, store, store.read(), progress)
            .run(soFar -> fail("a trial was run again"));
    assertThat(ResultsJson.of(resumed).getAsJsonArray("strategies"))
        .as("results of the stored trials")
        .isEqualTo(json.getAsJsonArray("strategies"));
  }

  private static Experiment experiment(
      ExperimentSettings settings,
      TrialStore store,
      TrialStore.Contents earlier,
      Progress progress) {
    return new Experiment(
        settings,
        factor -> new YcsbWorkload(RATES, settings.rows()),
        store,
        earlier,
        progress,
        Clock.systemUTC());
  }

  @Tag("long")
  @Test
  void stripesAndASecondRegionServerAreMeasured() throws Exception {
    ExperimentSettings settings =
        ExperimentSettings.builder(
                "fig7", "two variants", List.of(Strategy.SS, Strategy.TIW), List.of(1.5))
            .scale(SCALE)
            .quick(true)
            .withoutRehearsal()
            .variants(List.of(ClusterVariant.STRIPES, ClusterVariant.TWO_REGION_SERVERS))
            .build();

    ExperimentResult result =
        experiment(
                settings,
                new TrialStore(
                    folder.resolve("trials"), cluster -> settings.conditions(cluster.variant())),
                TrialStore.Contents.NONE,
                Progress.on(new PrintWriter(System.out, true, UTF_8)))
            .run(soFar -> {});

    assertThat(result.broken()).isEmpty();
    assertThat(result.machine()).containsKey(Machine.NATIVE_LIBRARY);
    assertThat(result.trials())
        .allSatisfy(trial -> assertThat(trial.failures()).isEmpty())
        .extracting(trial -> trial.strategy() + " " + trial.variant().label())
        .containsExactlyInAnyOrder("SS stripes", "TIW stripes", "SS two-region-servers");
    assertThat(result.trials())
        .filteredOn(trial -> trial.strategy() == Strategy.TIW)
        .allSatisfy(
            trial -> assertThat(trial.first().endedBy()).isEqualTo(PhaseTimes.EndedBy.EVENT));
  }

  private static void assertPhasesFollowEachOther(JsonObject strategy) {
    JsonObject course =
        strategy.getAsJsonArray("runs").get(0).getAsJsonObject().getAsJsonObject("course");
    Map<String, Double> starts = new LinkedHashMap<>();
    for (JsonElement phase : course.getAsJsonArray("phases")) {
      starts.put(
          phase.getAsJsonObject().get("name").getAsString(),
          phase.getAsJsonObject().get("from").getAsDouble());
    }
    assertThat(starts).containsOnlyKeys("baseline", "compaction", "warmup", "rest");
    assertThat(List.copyOf(starts.values())).isSorted();
    assertThat(starts.get("compaction")).isZero();
    assertThat(starts.get("warmup")).isPositive();
  }

  private static double hitRatioOfWarmup(JsonObject strategy) {
    return strategy.getAsJsonObject("warmup").get("hit_ratio").getAsDouble();
  }

  private static JsonObject strategy(JsonObject json, String name) {
    return json.getAsJsonArray("strategies").asList().stream()
        .map(JsonElement::getAsJsonObject)
        .filter(strategy -> strategy.get("name").getAsString().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
