// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.benchmarks.experiment.ClusterKind;
import io.lighter.benchmarks.experiment.ClusterVariant;
import io.lighter.benchmarks.experiment.ExperimentResult;
import io.lighter.benchmarks.experiment.Machine;
import io.lighter.benchmarks.experiment.Strategy;
import io.lighter.benchmarks.experiment.TrialResult;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.junit.jupiter.api.Test;

/** Variants of the cluster, and remarks about all of an experiment, in files and reports. */
class VariantReportTest {
  private static final String NO_LIBRARY = "have not loaded Hadoop's native library";

  @Test
  void trialsOfVariantsAreInSectionsOfTheirOwn() {
    JsonObject json = ResultsJson.of(throttledAndDefault(Map.of()));

    assertThat(json.get("variant").getAsString()).isEqualTo("default");
    assertThat(slowdown(json, "SS")).isBetween(199.0, 201.0);
    JsonObject throttled = section(json, 1.5, "throttled-10");
    assertThat(throttled.get("variant_title").getAsString())
        .isEqualTo("compactions of HBase at 10 MB/s");
    assertThat(names(throttled)).containsExactly("SS");
    assertThat(slowdown(throttled, "SS")).isBetween(49.0, 51.0);
    assertThat(names(section(json, 0.5, "default"))).containsExactly("SS", "TIW");
    assertThat(section(json, 0.5, "throttled-10").get("data_fits_cache").getAsBoolean()).isFalse();
  }

  @Test
  void brokenTrialNamesItsVariant() {
    JsonObject json = ResultsJson.of(throttledAndDefault(Map.of()));

    assertThat(ExcludedRun.of(json))
        .first()
        .satisfies(
            run -> assertThat(run.whereAndWhy()).startsWith("cache 1.5, throttled-10, repeat "));
    assertThat(
            json.getAsJsonArray("excluded").get(0).getAsJsonObject().get("variant").getAsString())
        .isEqualTo("throttled-10");
  }

  @Test
  void reportsHaveTheVariantInTitlesAndSayWhatIsLeftOut() throws Exception {
    JsonObject json = ResultsJson.of(throttledAndDefault(Map.of()));
    String text = TextReport.of(json);
    String html = HtmlReport.of(json);

    for (String report : List.of(text, html)) {
      assertThat(report)
          .contains("Block cache of 1.5 × the data, compactions of HBase at 10 MB/s")
          .contains("throttled-10: TIW; the limit is that of region servers");
    }
    assertThat(text).contains("Block cache of 1.5 × the data: compaction");
    assertThat(html).contains("id=\"panel-SS-1_5\"", "id=\"panel-SS-1_5-throttled-10\"");
    assertThat(Section.of(json).stream().map(Section::suffix))
        .containsExactly("", "-cache-0_5", "-cache-1_5-throttled-10", "-cache-0_5-throttled-10");
  }

  @Test
  void resultsFromBeforeVariantsAreOfTheDefaultOne() throws Exception {
    JsonObject json = ResultsJson.of(SampleResults.stockAndThrottled());
    String before = HtmlReport.of(json);
    JsonObject old = json.deepCopy();
    old.remove("left_out");
    removeVariant(old);
    old.getAsJsonArray("other_caches").forEach(cache -> removeVariant(cache.getAsJsonObject()));

    assertThat(ResultsJson.isDefaultVariant(old)).isTrue();
    assertThat(TextReport.of(old)).isEqualTo(TextReport.of(json));
    assertThat(HtmlReport.of(old)).contains("id=\"panel-SS-0_5\"").hasSizeLessThan(before.length());
    assertThat(ResultsComparison.of(old, json).differences()).isEmpty();
  }

  @Test
  void comparisonNamesDifferentVariants() {
    JsonObject usual = ResultsJson.of(SampleResults.stockAndThrottled());
    JsonObject bucket = usual.deepCopy();
    bucket.addProperty("variant", "bucket");

    assertThat(ResultsComparison.of(usual, bucket).differences())
        .containsExactly("variant: default and bucket");
  }

  @Test
  void reportsSayWhetherDataNodesHaveTheNativeLibrary() throws Exception {
    JsonObject without = ResultsJson.of(throttledAndDefault(Map.of(Machine.NATIVE_LIBRARY, false)));
    JsonObject with = ResultsJson.of(throttledAndDefault(Map.of(Machine.NATIVE_LIBRARY, true)));
    JsonObject unknown = ResultsJson.of(throttledAndDefault(Map.of()));

    assertThat(TextReport.of(without)).contains(NO_LIBRARY, "read-ahead are off");
    assertThat(HtmlReport.of(without)).contains("id=\"native\"", "drop-behind");
    assertThat(TextReport.of(with)).contains("have loaded").doesNotContain(NO_LIBRARY);
    assertThat(TextReport.of(unknown)).doesNotContain("native library");
    assertThat(HtmlReport.of(unknown)).doesNotContain("id=\"native\"");
  }

  private static ExperimentResult throttledAndDefault(Map<String, Object> ofMachine) {
    TrialResult usual = SampleResults.trial(Strategy.SS, 1, 3, List.of());
    TrialResult throttled =
        SampleResults.trial(Strategy.SS, 1, 1.5, List.of()).in(ClusterVariant.THROTTLED_10);
    ExperimentResult sample =
        SampleResults.of(
            List.of(usual, throttled),
            List.of(
                new ExperimentResult.Broken(
                    Strategy.SS,
                    new ClusterKind(1.5, ClusterVariant.THROTTLED_10),
                    2,
                    "client died")));
    Map<String, Object> machine = new HashMap<>(sample.machine());
    machine.putAll(ofMachine);
    return new ExperimentResult(
        sample
            .settings()
            .withVariants(List.of(ClusterVariant.DEFAULT, ClusterVariant.THROTTLED_10)),
        sample.operations(),
        sample.workload(),
        machine,
        sample.isolation(),
        sample.trials(),
        sample.broken(),
        sample.trialsLeft(),
        sample.start(),
        sample.duration());
  }

  private static void removeVariant(JsonObject section) {
    section.remove("variant");
    section.remove("variant_title");
  }

  private static JsonObject section(JsonObject json, double factor, String variant) {
    JsonArray others = json.getAsJsonArray("other_caches");
    return others.asList().stream()
        .map(JsonElement::getAsJsonObject)
        .filter(other -> other.get("cache_factor").getAsDouble() == factor)
        .filter(other -> other.get("variant").getAsString().equals(variant))
        .findFirst()
        .orElseThrow();
  }

  private static List<String> names(JsonObject section) {
    return section.getAsJsonArray("strategies").asList().stream()
        .map(strategy -> strategy.getAsJsonObject().get("name").getAsString())
        .toList();
  }

  private static double slowdown(JsonObject section, String strategy) {
    return ResultsJsonTest.strategy(section, strategy)
        .getAsJsonObject("warmup")
        .get("get_pct")
        .getAsDouble();
  }
}
