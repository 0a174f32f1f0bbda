// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import io.lighter.benchmarks.experiment.Phase;
import io.lighter.benchmarks.experiment.TimeSpan;
import io.lighter.benchmarks.experiment.TrialResult;
import io.lighter.benchmarks.experiment.TrialStalls;
import io.lighter.benchmarks.stall.ExplainedStall;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/** Causes of stalls, and the use of the machine: {@code stalls} of runs and of strategies. */
final class StallsJson {
  private static final int LONGEST = 10;
  private static final double MS_PER_S = 1e3;

  private StallsJson() {}

  /** The stalls of one trial, with times from the start of its first compaction. */
  static JsonObject of(TrialResult trial) {
    TrialStalls stalls = trial.stalls();
    JsonObject json = counts(List.of(trial));
    JsonArray longest = new JsonArray();
    stalls.stalls().stream()
        .sorted(Comparator.comparingDouble((ExplainedStall s) -> -s.stall().longestMs()))
        .limit(LONGEST)
        .forEach(stall -> longest.add(stall(stall, trial.first().compaction())));
    json.add("longest", longest);
    return json;
  }

  /** The stalls of several trials, and the use of the machine in each phase of one compaction. */
  static JsonObject pooled(List<TrialResult> trials) {
    JsonObject json = counts(trials);
    for (Phase phase : Phase.values()) {
      json.add(phase.label(), usage(trials, phase));
    }
    return json;
  }

  private static JsonObject counts(List<TrialResult> trials) {
    Map<String, Integer> counts = new TreeMap<>();
    trials.forEach(
        trial ->
            trial.stalls().stalls().forEach(stall -> counts.merge(stall.name(), 1, Integer::sum)));
    JsonObject byCause = new JsonObject();
    counts.forEach(byCause::addProperty);
    JsonObject json = new JsonObject();
    json.addProperty("seconds", Rounding.round(seconds(trials)));
    json.addProperty("count", counts.values().stream().mapToInt(Integer::intValue).sum());
    json.add("by_cause", byCause);
    JsonArray missing = new JsonArray();
    trials.stream()
        .flatMap(trial -> trial.stalls().missing().stream())
        .distinct()
        .forEach(missing::add);
    json.add("missing", missing);
    return json;
  }

  /** Length of all phases together, in which stalls are looked for. */
  private static double seconds(List<TrialResult> trials) {
    return trials.stream()
        .flatMap(trial -> trial.compactions().stream())
        .mapToDouble(times -> new TimeSpan(times.baseline(), times.end()).seconds())
        .sum();
  }

  private static JsonObject stall(ExplainedStall explained, Instant origin) {
    Instant start = explained.stall().start();
    JsonObject json = new JsonObject();
    json.addProperty("t", Duration.between(origin, start).toMillis() / MS_PER_S);
    json.addProperty("time", start.toString());
    json.addProperty("operation", explained.stall().operation());
    json.addProperty("ms", Rounding.round(explained.stall().longestMs()));
    json.addProperty("phase", explained.stall().phase());
    json.addProperty("cause", explained.name());
    JsonArray causes = new JsonArray();
    for (ExplainedStall.Part part : explained.causes()) {
      JsonObject cause = new JsonObject();
      cause.addProperty("cause", part.cause().label());
      cause.addProperty("source", part.source());
      if (!part.detail().isEmpty()) {
        cause.addProperty("detail", part.detail());
      }
      cause.addProperty("ms", Rounding.round(part.ms()));
      causes.add(cause);
    }
    json.add("causes", causes);
    return json;
  }

  /** Mean over the compactions. */
  private static JsonObject usage(List<TrialResult> trials, Phase phase) {
    Map<String, Double> sums = new TreeMap<>();
    int compactions = 0;
    for (TrialResult trial : trials) {
      Map<String, Double> usage = trial.stalls().usage().getOrDefault(phase, Map.of());
      usage.forEach((name, value) -> sums.merge(name, value, Double::sum));
      if (!usage.isEmpty()) {
        compactions += trial.compactions().size();
      }
    }
    JsonObject json = new JsonObject();
    for (Map.Entry<String, Double> sum : sums.entrySet()) {
      json.addProperty(sum.getKey(), Rounding.round(sum.getValue() / compactions));
    }
    return json;
  }
}
