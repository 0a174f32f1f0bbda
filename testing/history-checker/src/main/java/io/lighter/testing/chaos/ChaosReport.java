// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.chaos;

import io.lighter.testing.check.BackgroundCheck;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hbase.thirdparty.com.google.gson.Gson;
import org.apache.hbase.thirdparty.com.google.gson.GsonBuilder;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/**
 * The result of a run.
 *
 * @param took total duration, including the final comparison of all rows
 * @param verdict result of the history checker
 */
record ChaosReport(
    long seed, Duration took, List<FaultOutcome> outcomes, BackgroundCheck.Verdict verdict) {
  private static final Gson GSON =
      new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create();
  private static final double MS_PER_S = 1_000;
  private static final double S_PER_MINUTE = 60;

  ChaosReport {
    outcomes = List.copyOf(outcomes);
  }

  /** Whether at least one fault was injected and nothing was wrong. */
  boolean passed() {
    return !outcomes.isEmpty()
        && verdict.violations() == 0
        && verdict.rowsChecked() > 0
        && verdict.offloaded() > 0
        && problems() == 0;
  }

  /** Number of faults with problems. */
  long problems() {
    return outcomes.stream().filter(outcome -> !outcome.problems().isEmpty()).count();
  }

  /** The report as JSON. */
  String toJson() {
    JsonObject json = new JsonObject();
    json.addProperty("seed", seed);
    json.addProperty("minutes", Math.round(took.toSeconds() / S_PER_MINUTE * 10) / 10.0);
    json.addProperty("faults", outcomes.size());
    json.addProperty("violations", verdict.violations());
    json.addProperty("faults_with_problems", problems());
    json.add("rows", rows());
    json.add("history", verdict.json());
    return GSON.toJson(json) + System.lineSeparator();
  }

  /** The report as text. */
  String toText() {
    return "%d faults, %d of them with problems (seed %d)%n%s"
        .formatted(outcomes.size(), problems(), seed, verdict.text());
  }

  private JsonArray rows() {
    Map<Fault, JsonObject> rows = new LinkedHashMap<>();
    for (FaultOutcome outcome : outcomes) {
      Fault fault = outcome.fault();
      JsonObject row = rows.computeIfAbsent(fault, ChaosReport::row);
      row.addProperty("count", row.get("count").getAsInt() + 1);
      row.addProperty("missed", row.get("missed").getAsInt() + (outcome.isMissed() ? 1 : 0));
      setHighest(row, "recovery_max_s", outcome.recovery());
      setHighest(row, "comeback_max_s", outcome.comeback());
      setHighest(row, "longest_operation_s", outcome.longestOperation());
      row.addProperty(
          "failed_operations",
          row.get("failed_operations").getAsLong() + outcome.failedOperations());
      outcome.ended().forEach(row.getAsJsonArray("ended_by_themselves")::add);
      outcome.problems().forEach(row.getAsJsonArray("problems")::add);
    }
    JsonArray array = new JsonArray();
    rows.values().forEach(array::add);
    return array;
  }

  private static void setHighest(JsonObject row, String key, Duration value) {
    row.addProperty(key, Math.max(row.get(key).getAsDouble(), value.toMillis() / MS_PER_S));
  }

  private static JsonObject row(Fault fault) {
    JsonObject row = new JsonObject();
    row.addProperty("fault", fault.words());
    row.addProperty("bound_s", fault.bound().toSeconds());
    row.addProperty("count", 0);
    row.addProperty("missed", 0);
    row.addProperty("recovery_max_s", 0.0);
    row.addProperty("comeback_max_s", 0.0);
    row.addProperty("longest_operation_s", 0.0);
    row.addProperty("failed_operations", 0L);
    row.add("ended_by_themselves", new JsonArray());
    row.add("problems", new JsonArray());
    return row;
  }
}
