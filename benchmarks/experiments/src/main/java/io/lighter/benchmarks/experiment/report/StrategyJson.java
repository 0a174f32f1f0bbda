// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import io.lighter.benchmarks.experiment.Phase;
import io.lighter.benchmarks.experiment.Strategy;
import java.util.ArrayList;
import java.util.List;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonNull;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/** Figures of a strategy over its runs, which may be of several experiments. */
final class StrategyJson {
  private StrategyJson() {}

  /**
   * Medians over the valid runs, the figures over all of their compactions, and the runs.
   *
   * @param cacheFactor size of the block cache relative to the data
   * @param runs objects of {@link TrialJson}, which become part of the result
   */
  static JsonObject of(
      Strategy strategy, double cacheFactor, JsonArray runs, List<String> operations) {
    List<JsonObject> all = runs.asList().stream().map(JsonElement::getAsJsonObject).toList();
    List<JsonObject> valid = all.stream().filter(run -> run.get("valid").getAsBoolean()).toList();
    JsonObject json = new JsonObject();
    json.addProperty("name", strategy.name());
    json.addProperty("title", strategy.title());
    json.addProperty("control", strategy.isControl());
    json.addProperty("runs_counted", valid.size());
    for (Phase phase : Phase.values()) {
      json.add(
          phase.label(),
          valid.isEmpty()
              ? JsonNull.INSTANCE
              : Medians.of(valid.stream().map(run -> run.getAsJsonObject(phase.label())).toList()));
    }
    for (String figure : List.of("hit_ratio_min", "blocks_remote", "failed_ops")) {
      List<Double> values =
          (valid.isEmpty() ? all : valid)
              .stream()
                  .filter(run -> run.has(figure))
                  .map(run -> run.get(figure).getAsDouble())
                  .toList();
      if (values.isEmpty()) {
        json.add(figure, JsonNull.INSTANCE);
      } else {
        json.addProperty(figure, Medians.median(values));
      }
    }
    StoreTrafficJson.pooled(valid).ifPresent(store -> json.add(StoreTrafficJson.FIELD, store));
    if (!valid.isEmpty()) {
      json.add("pooled", PooledJson.of(strategy, cacheFactor, measured(valid), operations));
      json.add("stalls", StallsJson.pooled(valid));
    }
    json.add("runs", runs);
    return json;
  }

  /** The compactions of runs, numbered by run. */
  private static List<MeasuredCompaction> measured(List<JsonObject> runs) {
    List<MeasuredCompaction> measured = new ArrayList<>();
    for (int run = 0; run < runs.size(); run++) {
      for (JsonElement compaction : runs.get(run).getAsJsonArray("measured")) {
        measured.add(MeasuredCompaction.of(run, compaction.getAsJsonObject()));
      }
    }
    return measured;
  }
}
