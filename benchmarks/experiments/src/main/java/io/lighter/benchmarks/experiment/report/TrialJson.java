// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import io.lighter.benchmarks.experiment.LatencyLog.Timing;
import io.lighter.benchmarks.experiment.Phase;
import io.lighter.benchmarks.experiment.PhaseTimes;
import io.lighter.benchmarks.experiment.PhaseTimes.EndedBy;
import io.lighter.benchmarks.experiment.ServerSample;
import io.lighter.benchmarks.experiment.TimeSpan;
import io.lighter.benchmarks.experiment.TrialResult;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/**
 * Figures of one trial: each phase relative to the trial's own baselines, and the course. Latencies
 * are of all compactions together, durations and counters are medians over the compactions.
 */
final class TrialJson {
  /** Suffix of latencies from the actual start, in addition to the scheduled start. */
  static final String SENT = "_sent";

  /** Number of samples for the lowest hit ratio; fewer would be chance. */
  private static final int LOWEST_OVER = 3;

  private static final double MEGABYTE = 1024.0 * 1024.0;

  private final TrialResult trial;
  private final List<String> operations;

  private TrialJson(TrialResult trial, List<String> operations) {
    this.trial = trial;
    this.operations = operations;
  }

  static JsonObject of(TrialResult trial, List<String> operations) {
    return new TrialJson(trial, operations).toJson();
  }

  private JsonObject toJson() {
    JsonObject json = new JsonObject();
    json.addProperty("repeat", trial.repeat());
    json.addProperty("valid", trial.isValid());
    json.add("failures", strings(trial.failures()));
    json.add("notes", strings(trial.notes()));
    for (Phase phase : Phase.values()) {
      json.add(phase.label(), phase(phase));
    }
    json.getAsJsonObject(Phase.WARMUP.label()).addProperty("ended_by", endedBy().label());
    trial.compactions().stream()
        .map(
            times ->
                trial
                    .samples()
                    .lowestHitRatio(
                        times.compaction(), times.measured(Phase.WARMUP).to(), LOWEST_OVER))
        .flatMapToDouble(OptionalDouble::stream)
        .min()
        .ifPresent(lowest -> json.addProperty("hit_ratio_min", Rounding.ratio(lowest)));
    json.addProperty("blocks_remote", blocksRemote());
    json.addProperty("failed_ops", trial.latencies().failedOperations());
    json.addProperty("compactions", trial.compactions().size());
    json.add("stalls", StallsJson.of(trial));
    StoreTrafficJson.of(trial).ifPresent(store -> json.add(StoreTrafficJson.FIELD, store));
    JsonArray measured = new JsonArray();
    trial
        .compactions()
        .forEach(times -> measured.add(MeasuredCompaction.of(trial, times, operations).toJson()));
    json.add("measured", measured);
    json.add("course", course());
    return json;
  }

  /** Source of the warm-ups' ends: the time limit if any of them reached it. */
  private EndedBy endedBy() {
    return trial.compactions().stream()
        .map(PhaseTimes::endedBy)
        .filter(EndedBy.TIME_LIMIT::equals)
        .findFirst()
        .orElse(trial.first().endedBy());
  }

  /** Latencies by compaction. */
  private List<Histogram> latencies(Phase phase, Timing timing, String operation) {
    return trial.compactions().stream()
        .map(times -> trial.latencies().in(times, phase, timing, operation).micros())
        .toList();
  }

  private void addLatencies(JsonObject json, Phase phase, Timing timing, String operation) {
    String name = timing == Timing.DUE ? operation : operation + SENT;
    List<Histogram> own = latencies(phase, timing, operation);
    Histogram sum = new Histogram(3);
    own.forEach(sum::add);
    LatencyFigures.of(sum).addTo(json, name);
    if (phase != Phase.BASELINE) {
      Degradation.ofOneTrial(
              new PooledLatencies(own),
              new PooledLatencies(latencies(Phase.BASELINE, timing, operation)))
          .addTo(json, name);
    }
  }

  private JsonObject phase(Phase phase) {
    JsonObject json = new JsonObject();
    for (String operation : operations) {
      for (Timing timing : Timing.values()) {
        addLatencies(json, phase, timing, operation);
      }
    }
    List<JsonObject> each = new ArrayList<>();
    for (PhaseTimes times : trial.compactions()) {
      each.add(counted(times, phase));
    }
    Medians.of(each).entrySet().forEach(entry -> json.add(entry.getKey(), entry.getValue()));
    return json;
  }

  /** Duration and counters of a phase of one compaction. */
  private JsonObject counted(PhaseTimes times, Phase phase) {
    JsonObject json = new JsonObject();
    json.addProperty("seconds", Rounding.round(times.seconds(phase)));
    TimeSpan span = times.measured(phase);
    if (span.seconds() > 0) {
      double rate = operations.stream().mapToDouble(o -> trial.latencies().rate(o, span)).sum();
      json.addProperty("throughput", Rounding.round(rate));
    }
    trial
        .samples()
        .between(span.from(), span.to())
        .ifPresent(counters -> addCounters(json, counters));
    return json;
  }

  private static void addCounters(JsonObject json, ServerSample counted) {
    counted.hitRatio().ifPresent(ratio -> json.addProperty("hit_ratio", Rounding.ratio(ratio)));
    json.addProperty("blocks_missed", counted.misses());
    json.addProperty("blocks_hdfs", counted.hdfsBlocks());
    json.addProperty("remote_cache_mb", Rounding.round(counted.remoteBytes() / MEGABYTE));
    json.addProperty("network_mb", Rounding.round(counted.networkBytes() / MEGABYTE));
    json.addProperty("cpu_seconds", Rounding.round(counted.cpuSeconds()));
    json.addProperty("cached_mb", Rounding.round(counted.cachedBytes() / MEGABYTE));
  }

  private long blocksRemote() {
    List<ServerSample> samples = trial.samples().samples();
    return samples.isEmpty()
        ? 0
        : samples.get(samples.size() - 1).remoteBlocks() - samples.get(0).remoteBlocks();
  }

  /** The course by seconds from the start of the first compaction; earlier ones are negative. */
  private JsonObject course() {
    PhaseTimes first = trial.first();
    CourseJson course = new CourseJson(first.compaction(), first.baseline(), trial.end());
    JsonObject json = new JsonObject();
    JsonArray phases = new JsonArray();
    for (PhaseTimes times : trial.compactions()) {
      for (Phase phase : Phase.values()) {
        phases.add(course.span(phase.label(), times.start(phase), times.end(phase)));
      }
    }
    json.add("phases", phases);
    first.preSwitch().ifPresent(start -> json.addProperty("pre_switch_from", course.offset(start)));
    course.addLines(json, trial.latencies(), operations, trial.samples());
    return json;
  }

  private static JsonArray strings(List<String> texts) {
    JsonArray array = new JsonArray();
    texts.forEach(array::add);
    return array;
  }
}
