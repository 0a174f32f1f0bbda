// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import io.lighter.benchmarks.experiment.LatencyLog;
import io.lighter.benchmarks.experiment.LatencyLog.Timing;
import io.lighter.benchmarks.experiment.Phase;
import io.lighter.benchmarks.experiment.PhaseTimes;
import io.lighter.benchmarks.experiment.ServerSample;
import io.lighter.benchmarks.experiment.TrialResult;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/** Figures of one trial: each phase relative to the trial's own baseline, and the course. */
final class TrialJson {
  /** Suffix of latencies from the actual start, in addition to the scheduled start. */
  private static final String SENT = "_sent";

  /** Number of samples for the lowest hit ratio; fewer would be chance. */
  private static final int LOWEST_OVER = 3;

  private static final long MS_PER_S = 1_000;
  private static final double MEGABYTE = 1024.0 * 1024.0;

  private final TrialResult trial;
  private final List<String> operations;
  private final PhaseTimes times;

  private TrialJson(TrialResult trial, List<String> operations) {
    this.trial = trial;
    this.operations = operations;
    this.times = trial.times();
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
    Map<Phase, Map<String, LatencyFigures>> latencies = new EnumMap<>(Phase.class);
    for (Phase phase : Phase.values()) {
      latencies.put(phase, latencies(phase));
    }
    for (Phase phase : Phase.values()) {
      json.add(phase.label(), phase(phase, latencies.get(phase), latencies.get(Phase.BASELINE)));
    }
    json.getAsJsonObject(Phase.WARMUP.label()).addProperty("ended_by", times.endedBy().label());
    trial
        .samples()
        .lowestHitRatio(times.compaction(), times.measuredUntil(Phase.WARMUP), LOWEST_OVER)
        .ifPresent(lowest -> json.addProperty("hit_ratio_min", Rounding.ratio(lowest)));
    json.addProperty("blocks_remote", blocksRemote());
    json.addProperty("failed_ops", trial.latencies().failedOperations());
    json.add("course", course());
    return json;
  }

  private Map<String, LatencyFigures> latencies(Phase phase) {
    Map<String, LatencyFigures> figures = new TreeMap<>();
    for (String operation : operations) {
      LatencyLog log = trial.latencies();
      figures.put(operation, LatencyFigures.of(log.in(times, phase, Timing.DUE, operation)));
      figures.put(
          operation + SENT, LatencyFigures.of(log.in(times, phase, Timing.SENT, operation)));
    }
    return figures;
  }

  private JsonObject phase(
      Phase phase, Map<String, LatencyFigures> figures, Map<String, LatencyFigures> baseline) {
    JsonObject json = new JsonObject();
    json.addProperty("seconds", Rounding.round(times.seconds(phase)));
    figures.forEach((name, latency) -> latency.addTo(json, name));
    if (phase != Phase.BASELINE) {
      figures.forEach((name, latency) -> latency.addDegradationTo(json, name, baseline.get(name)));
    }
    Instant from = times.start(phase);
    Instant to = times.measuredUntil(phase);
    double seconds = Duration.between(from, to).toMillis() / (double) MS_PER_S;
    long done = operations.stream().mapToLong(o -> trial.latencies().count(o, from, to)).sum();
    if (seconds > 0) {
      json.addProperty("throughput", Rounding.round(done / seconds));
    }
    trial.samples().between(from, to).ifPresent(counted -> addCounters(json, counted));
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

  /** The course by seconds from the start of the compaction; earlier ones are negative. */
  private JsonObject course() {
    CourseJson course = new CourseJson(times.compaction(), times.baseline(), times.end());
    JsonObject json = new JsonObject();
    JsonArray phases = new JsonArray();
    for (Phase phase : Phase.values()) {
      phases.add(course.span(phase.label(), times.start(phase), times.end(phase)));
    }
    json.add("phases", phases);
    times.preSwitch().ifPresent(start -> json.addProperty("pre_switch_from", course.offset(start)));
    course.addLines(json, trial.latencies(), operations, trial.samples());
    return json;
  }

  private static JsonArray strings(List<String> texts) {
    JsonArray array = new JsonArray();
    texts.forEach(array::add);
    return array;
  }
}
