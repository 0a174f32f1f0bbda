// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import io.lighter.benchmarks.experiment.Phase;
import io.lighter.benchmarks.experiment.Strategy;
import io.lighter.benchmarks.experiment.TimeSpan;
import io.lighter.benchmarks.experiment.TrialResult;
import io.lighter.benchmarks.experiment.tpcc.CompactedTable;
import io.lighter.benchmarks.experiment.tpcc.TpccResult;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonNull;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/**
 * TPC-C in the format of {@link ResultsJson}: {@code sets} has the strategies of each set, as in
 * other experiments, and {@code strategies} the content of the paper's figure for both.
 */
public final class TpccJson {
  private static final String NEW_ORDER = "new_order";
  private static final String TPMC = "tpmc";
  private static final double SECONDS_PER_MINUTE = 60;
  private static final List<Phase> PHASES = List.of(Phase.COMPACTION, Phase.WARMUP);

  private TpccJson() {}

  /** All figures. */
  public static JsonObject of(TpccResult result) {
    Map<CompactedTable, JsonObject> sets = new EnumMap<>(CompactedTable.class);
    for (CompactedTable set : CompactedTable.values()) {
      sets.put(set, set(set, result));
    }
    JsonObject json = ResultsJson.header(result.about());
    ResultsJson.addCache(json, result.about().settings().cacheFactors().get(0));
    json.addProperty("tpmc_window_s", result.window().toSeconds());
    json.add("strategies", strategies(result, sets));
    JsonArray all = new JsonArray();
    sets.values().forEach(all::add);
    json.add("sets", all);
    json.add("other_caches", new JsonArray());
    json.add("excluded", excluded(result));
    return json;
  }

  private static JsonObject set(CompactedTable set, TpccResult result) {
    JsonObject json = new JsonObject();
    json.addProperty("name", set.label());
    json.addProperty("title", set.title());
    json.addProperty("operation", set.operation());
    JsonArray strategies = new JsonArray();
    for (Strategy strategy : result.about().settings().strategies()) {
      List<TrialResult> trials =
          result.of(set).stream().filter(trial -> trial.strategy() == strategy).toList();
      JsonObject figures = ResultsJson.strategy(strategy, trials, result.about().operations());
      addTpmc(figures, trials, result);
      strategies.add(figures);
    }
    json.add("strategies", strategies);
    return json;
  }

  private static void addTpmc(JsonObject figures, List<TrialResult> trials, TpccResult result) {
    JsonArray runs = figures.getAsJsonArray("runs");
    List<Double> valid = new ArrayList<>();
    for (int i = 0; i < trials.size(); i++) {
      double tpmc = Rounding.round(tpmc(trials.get(i), result));
      runs.get(i).getAsJsonObject().addProperty(TPMC, tpmc);
      if (trials.get(i).isValid()) {
        valid.add(tpmc);
      }
    }
    if (valid.isEmpty()) {
      figures.add(TPMC, JsonNull.INSTANCE);
    } else {
      figures.addProperty(TPMC, Medians.median(valid));
    }
  }

  /**
   * New-Orders per minute over the same time for all strategies, so that slow ones have no longer
   * to recover.
   */
  private static double tpmc(TrialResult trial, TpccResult result) {
    Instant from = trial.first().compaction();
    TimeSpan window = new TimeSpan(from, from.plus(result.window()));
    return trial.latencies().rate(NEW_ORDER, window) * SECONDS_PER_MINUTE;
  }

  private static JsonArray strategies(TpccResult result, Map<CompactedTable, JsonObject> sets) {
    JsonArray strategies = new JsonArray();
    Optional<Double> stock =
        find(sets.get(CompactedTable.STOCK), Strategy.SS)
            .flatMap(ss -> FigureTable.number(ss, TPMC));
    for (Strategy strategy : result.about().settings().strategies()) {
      JsonObject json = new JsonObject();
      json.addProperty("name", strategy.name());
      json.addProperty("title", strategy.title());
      JsonObject first = find(sets.get(CompactedTable.STOCK), strategy).orElseThrow();
      json.add(TPMC, first.get(TPMC));
      if (stock.isPresent()) {
        FigureTable.number(first, TPMC)
            .ifPresent(
                own ->
                    json.addProperty(
                        "tpmc_vs_ss_pct", Rounding.round(TpmcTable.gain(own, stock.get()))));
      }
      int runs = Integer.MAX_VALUE;
      double failed = 0;
      for (CompactedTable set : CompactedTable.values()) {
        JsonObject figures = find(sets.get(set), strategy).orElseThrow();
        json.add(set.operation(), summary(figures, set.operation()));
        runs = Math.min(runs, figures.get("runs_counted").getAsInt());
        failed += FigureTable.number(figures, "failed_ops").orElse(0.0);
      }
      json.addProperty("runs_counted", runs);
      json.addProperty("failed_ops", failed);
      strategies.add(json);
    }
    return strategies;
  }

  /** Figures of a transaction for the paper's figure; null without a valid run. */
  private static JsonElement summary(JsonObject figures, String operation) {
    if (figures.get("runs_counted").getAsInt() == 0) {
      return JsonNull.INSTANCE;
    }
    JsonObject json = new JsonObject();
    FigureTable.number(figures, Phase.BASELINE, operation + "_mean_ms")
        .ifPresent(value -> json.addProperty("baseline_ms", value));
    for (Phase phase : PHASES) {
      copy(figures, phase, operation + "_count", json, phase.label() + "_count");
      copy(figures, phase, operation + "_pct", json, phase.label() + "_pct");
      copy(figures, phase, operation + "_p99_pct", json, phase.label() + "_p99_pct");
      copy(figures, phase, "seconds", json, phase.label() + "_s");
      copy(figures, phase, "hit_ratio", json, phase.label() + "_hit_ratio");
    }
    json.add("warmup_ended_by", figures.getAsJsonObject(Phase.WARMUP.label()).get("ended_by"));
    json.add("hit_ratio_min", figures.get("hit_ratio_min"));
    json.add("blocks_remote", figures.get("blocks_remote"));
    json.add(TPMC, figures.get(TPMC));
    return json;
  }

  private static void copy(
      JsonObject figures, Phase phase, String name, JsonObject json, String as) {
    FigureTable.number(figures, phase, name).ifPresent(value -> json.addProperty(as, value));
  }

  private static Optional<JsonObject> find(JsonObject set, Strategy strategy) {
    return set.getAsJsonArray("strategies").asList().stream()
        .map(JsonElement::getAsJsonObject)
        .filter(json -> json.get("name").getAsString().equals(strategy.name()))
        .findFirst();
  }

  private static JsonArray excluded(TpccResult result) {
    JsonArray excluded = new JsonArray();
    for (CompactedTable set : CompactedTable.values()) {
      for (TrialResult trial : result.of(set)) {
        if (!trial.isValid()) {
          String reason = String.join("; ", trial.failures());
          excluded.add(excluded(set, trial.strategy(), trial.repeat(), reason));
        }
      }
    }
    for (TpccResult.Missing trial : result.missing()) {
      excluded.add(excluded(trial.set(), trial.strategy(), trial.repeat(), trial.reason()));
    }
    return excluded;
  }

  private static JsonObject excluded(
      CompactedTable set, Strategy strategy, int repeat, String reason) {
    JsonObject json = new JsonObject();
    json.addProperty("name", strategy.name());
    json.addProperty("set", set.label());
    json.addProperty("repeat", repeat);
    json.addProperty("reason", reason);
    return json;
  }
}
