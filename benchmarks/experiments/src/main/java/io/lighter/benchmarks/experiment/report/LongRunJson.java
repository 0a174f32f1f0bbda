// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import io.lighter.benchmarks.experiment.CompactionSpan;
import io.lighter.benchmarks.experiment.ExperimentResult;
import io.lighter.benchmarks.experiment.LongRun;
import io.lighter.benchmarks.experiment.Phase;
import java.util.List;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonNull;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/**
 * Long runs in the format of {@link ResultsJson}. Each mode is a strategy; the course of each run
 * has a phase per compaction, and there are no figures of phases.
 */
public final class LongRunJson {
  private LongRunJson() {}

  /**
   * The whole document.
   *
   * @param about description of the experiment, without its trials
   */
  public static JsonObject of(ExperimentResult about, List<LongRun.Result> runs) {
    JsonObject json = ResultsJson.header(about);
    ResultsJson.addCache(json, about.settings().cacheFactors().get(0));
    JsonArray strategies = new JsonArray();
    JsonArray excluded = new JsonArray();
    for (LongRun.Mode mode : LongRun.Mode.values()) {
      List<LongRun.Result> ofMode = runs.stream().filter(run -> run.mode() == mode).toList();
      if (!ofMode.isEmpty()) {
        strategies.add(strategy(mode, ofMode, about.operations()));
      }
    }
    for (LongRun.Result run : runs) {
      if (!run.failures().isEmpty()) {
        JsonObject out = new JsonObject();
        out.addProperty("name", run.mode().name());
        out.add("cache_factor", json.get("cache_factor"));
        out.addProperty("repeat", run.repeat());
        out.addProperty("reason", String.join("; ", run.failures()));
        excluded.add(out);
      }
    }
    json.add("strategies", strategies);
    json.add("other_caches", new JsonArray());
    json.add("excluded", excluded);
    return json;
  }

  private static JsonObject strategy(
      LongRun.Mode mode, List<LongRun.Result> results, List<String> operations) {
    JsonObject json = new JsonObject();
    json.addProperty("name", mode.name());
    json.addProperty("title", mode.title());
    json.addProperty(
        "runs_counted", results.stream().filter(run -> run.failures().isEmpty()).count());
    for (Phase phase : Phase.values()) {
      json.add(phase.label(), JsonNull.INSTANCE);
    }
    json.addProperty(
        "failed_ops", results.stream().mapToLong(run -> run.latencies().failedOperations()).sum());
    JsonArray runs = new JsonArray();
    results.forEach(result -> runs.add(run(result, operations)));
    json.add("runs", runs);
    return json;
  }

  private static JsonObject run(LongRun.Result result, List<String> operations) {
    JsonObject json = new JsonObject();
    json.addProperty("repeat", result.repeat());
    json.addProperty("valid", result.failures().isEmpty());
    json.add("failures", strings(result.failures()));
    json.add("notes", strings(List.of(notes(result))));
    json.addProperty("failed_ops", result.latencies().failedOperations());
    json.add("course", course(result, operations));
    return json;
  }

  private static String notes(LongRun.Result run) {
    long major = run.compactions().stream().filter(CompactionSpan::major).count();
    return "%d compactions, %d of them of all files".formatted(run.compactions().size(), major);
  }

  private static JsonObject course(LongRun.Result run, List<String> operations) {
    CourseJson course = new CourseJson(run.start(), run.start(), run.end());
    JsonArray phases = new JsonArray();
    for (CompactionSpan span : run.compactions()) {
      JsonObject phase = course.span(Phase.COMPACTION.label(), span.start(), span.end());
      phase.addProperty("major", span.major());
      phases.add(phase);
    }
    JsonObject json = new JsonObject();
    json.add("phases", phases);
    course.addLines(json, run.latencies(), operations, run.samples());
    return json;
  }

  private static JsonElement strings(List<String> texts) {
    JsonArray array = new JsonArray();
    texts.forEach(array::add);
    return array;
  }
}
