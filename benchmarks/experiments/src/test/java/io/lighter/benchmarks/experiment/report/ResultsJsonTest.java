// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.within;

import io.lighter.benchmarks.experiment.ExperimentResult;
import io.lighter.benchmarks.experiment.Strategy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultsJsonTest {
  @TempDir private Path folder;

  @Test
  void eachPhaseIsComparedWithTheBaselineOfTheSameRun() {
    JsonObject stock = strategy(ResultsJson.of(SampleResults.stockAndThrottled()), "SS");
    JsonObject compaction = stock.getAsJsonObject("compaction");
    JsonObject warmup = stock.getAsJsonObject("warmup");

    assertThat(number(compaction, "get_pct")).isCloseTo(0, within(0.2));
    assertThat(number(compaction, "seconds")).isEqualTo(10);
    assertThat(number(warmup, "get_pct")).isCloseTo(200, within(1.0));
    assertThat(number(warmup, "scan_pct")).isCloseTo(200, within(1.0));
    assertThat(number(warmup, "get_p99_pct")).isCloseTo(200, within(1.0));
    assertThat(number(warmup, "get_sent_pct")).isCloseTo(200, within(1.0));
    assertThat(number(warmup, "seconds")).isEqualTo(20);
    assertThat(number(warmup, "throughput")).isEqualTo(60);
    assertThat(number(warmup, "hit_ratio")).isCloseTo(0.8, within(1e-6));
    assertThat(number(warmup, "blocks_hdfs")).isEqualTo(400);
    assertThat(warmup.get("ended_by").getAsString()).isEqualTo("hit-ratio");
    assertThat(number(stock, "hit_ratio_min")).isCloseTo(0.8, within(1e-6));
    assertThat(number(stock, "failed_ops")).isZero();
  }

  @Test
  void figuresAreMediansOfValidRuns() {
    ExperimentResult result =
        SampleResults.of(
            List.of(
                SampleResults.trial(Strategy.SS, 1, 2, List.of()),
                SampleResults.trial(Strategy.SS, 2, 9, List.of()),
                SampleResults.trial(Strategy.SS, 3, 3, List.of())),
            List.of());

    JsonObject stock = strategy(ResultsJson.of(result), "SS");

    assertThat(stock.get("runs_counted").getAsInt()).isEqualTo(3);
    assertThat(stock.getAsJsonArray("runs")).hasSize(3);
    assertThat(number(stock.getAsJsonObject("warmup"), "get_pct")).isCloseTo(200, within(1.0));
  }

  @Test
  void runWithFailedOperationsIsExcludedAndListed() {
    ExperimentResult result =
        SampleResults.of(
            List.of(
                SampleResults.trial(Strategy.SS, 1, 2, List.of()),
                SampleResults.trial(Strategy.SS, 2, 500, 7, List.of()),
                SampleResults.trial(Strategy.TIW, 1, 500, 7, List.of())),
            List.of(new ExperimentResult.Broken(Strategy.TIW, 1.5, 2, "client died")));

    JsonObject json = ResultsJson.of(result);

    assertThat(number(strategy(json, "SS").getAsJsonObject("warmup"), "get_pct"))
        .isCloseTo(100, within(1.0));
    assertThat(strategy(json, "TIW").get("warmup").isJsonNull()).isTrue();
    assertThat(number(strategy(json, "TIW"), "failed_ops")).isEqualTo(7);
    assertThat(ResultFiles.isComplete(json)).isFalse();
    assertThat(json.getAsJsonArray("excluded"))
        .extracting(e -> e.getAsJsonObject().get("reason").getAsString())
        .containsExactly("operations failed: {get=7}", "operations failed: {get=7}", "client died");
  }

  @Test
  void courseIsInSecondsFromTheStartOfTheCompaction() {
    JsonObject run =
        strategy(ResultsJson.of(SampleResults.stockAndThrottled()), "SS")
            .getAsJsonArray("runs")
            .get(0)
            .getAsJsonObject();
    JsonObject course = run.getAsJsonObject("course");
    List<Double> times =
        course.getAsJsonObject("get").getAsJsonArray("t").asList().stream()
            .map(JsonElement::getAsDouble)
            .toList();

    assertThat(times).hasSize(50).startsWith(-9.5).endsWith(39.5).isSorted();
    assertThat(course.getAsJsonArray("phases"))
        .extracting(p -> p.getAsJsonObject().get("name").getAsString())
        .containsExactly("baseline", "compaction", "warmup", "rest");
  }

  @Test
  void fileCanBeReadAgain() throws Exception {
    JsonObject json = ResultsJson.of(SampleResults.stockAndThrottled());
    Files.writeString(folder.resolve("results.json"), ResultsJson.write(json));

    assertThat(ResultsJson.read(folder)).isEqualTo(json);
  }

  @Test
  void newerVersionAndForeignFilesAreRefused() throws Exception {
    Path file = folder.resolve("results.json");
    JsonObject json = ResultsJson.of(SampleResults.stockAndThrottled());
    json.addProperty("version", 2);
    Files.writeString(file, ResultsJson.write(json));
    assertThatIOException()
        .isThrownBy(() -> ResultsJson.read(file))
        .withMessageContaining("version = 2: expected 1");

    Files.writeString(file, "{\"experiment\":\"offload\"}");
    assertThatIOException()
        .isThrownBy(() -> ResultsJson.read(file))
        .withMessageContaining("not the results");
  }

  static JsonObject strategy(JsonObject results, String name) {
    return results.getAsJsonArray("strategies").asList().stream()
        .map(JsonElement::getAsJsonObject)
        .filter(strategy -> strategy.get("name").getAsString().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static double number(JsonObject json, String name) {
    return json.get(name).getAsDouble();
  }
}
