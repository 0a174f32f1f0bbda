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
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/** Causes of stalls, and the use of the machine: {@code stalls} of runs and of strategies. */
final class StallsJson {
  private static final int LONGEST = 10;
  private static final double MS_PER_S = 1e3;
  private static final String STALLS = "stalls";
  private static final String SECONDS = "seconds";
  private static final String BY_CAUSE = "by_cause";
  private static final String MISSING = "missing";

  private StallsJson() {}

  /**
   * The stalls of one trial, with times from the start of its first compaction, and the use of the
   * machine in each phase of one compaction.
   */
  static JsonObject of(TrialResult trial) {
    TrialStalls stalls = trial.stalls();
    Map<String, Integer> counts = new TreeMap<>();
    stalls.stalls().forEach(stall -> counts.merge(stall.name(), 1, Integer::sum));
    JsonObject json = counts(seconds(trial), counts, stalls.missing());
    JsonArray longest = new JsonArray();
    stalls.stalls().stream()
        .sorted(Comparator.comparingDouble((ExplainedStall s) -> -s.stall().longestMs()))
        .limit(LONGEST)
        .forEach(stall -> longest.add(stall(stall, trial.first().compaction())));
    json.add("longest", longest);
    for (Phase phase : Phase.values()) {
      json.add(phase.label(), usage(trial, phase));
    }
    return json;
  }

  /**
   * The stalls of several trials, and the use of the machine in each phase of one compaction.
   *
   * @param runs objects of {@link TrialJson}, at least one
   */
  static JsonObject pooled(List<JsonObject> runs) {
    double seconds = 0;
    Map<String, Integer> counts = new TreeMap<>();
    Set<String> missing = new LinkedHashSet<>();
    for (JsonObject run : runs) {
      JsonObject stalls = run.getAsJsonObject(STALLS);
      seconds += stalls.get(SECONDS).getAsDouble();
      stalls
          .getAsJsonObject(BY_CAUSE)
          .entrySet()
          .forEach(
              cause -> counts.merge(cause.getKey(), cause.getValue().getAsInt(), Integer::sum));
      stalls.getAsJsonArray(MISSING).forEach(source -> missing.add(source.getAsString()));
    }
    JsonObject json = counts(seconds, counts, missing);
    for (Phase phase : Phase.values()) {
      json.add(phase.label(), usage(runs, phase));
    }
    return json;
  }

  private static JsonObject counts(
      double seconds, Map<String, Integer> counts, Collection<String> sources) {
    JsonObject byCause = new JsonObject();
    counts.forEach(byCause::addProperty);
    JsonObject json = new JsonObject();
    json.addProperty(SECONDS, Rounding.round(seconds));
    json.addProperty("count", counts.values().stream().mapToInt(Integer::intValue).sum());
    json.add(BY_CAUSE, byCause);
    JsonArray missing = new JsonArray();
    sources.forEach(missing::add);
    json.add(MISSING, missing);
    return json;
  }

  /** Length of all phases together, in which stalls are looked for. */
  private static double seconds(TrialResult trial) {
    return trial.compactions().stream()
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

  /** Mean over the compactions of a trial. */
  private static JsonObject usage(TrialResult trial, Phase phase) {
    JsonObject json = new JsonObject();
    new TreeMap<>(trial.stalls().usage().getOrDefault(phase, Map.of()))
        .forEach(
            (name, sum) ->
                json.addProperty(name, Rounding.round(sum / trial.compactions().size())));
    return json;
  }

  /** Mean over the compactions of the runs that have this phase. */
  private static JsonObject usage(List<JsonObject> runs, Phase phase) {
    Map<String, Double> sums = new TreeMap<>();
    int compactions = 0;
    for (JsonObject run : runs) {
      JsonObject usage = run.getAsJsonObject(STALLS).getAsJsonObject(phase.label());
      int of = run.get("compactions").getAsInt();
      usage
          .entrySet()
          .forEach(e -> sums.merge(e.getKey(), of * e.getValue().getAsDouble(), Double::sum));
      compactions += usage.isEmpty() ? 0 : of;
    }
    JsonObject json = new JsonObject();
    for (Map.Entry<String, Double> sum : sums.entrySet()) {
      json.addProperty(sum.getKey(), Rounding.round(sum.getValue() / compactions));
    }
    return json;
  }
}
