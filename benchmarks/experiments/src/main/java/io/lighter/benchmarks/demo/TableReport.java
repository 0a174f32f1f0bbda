// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * The result for one table, pooled over its turns.
 *
 * @param compactionSeconds mean duration of the major compactions
 * @param compactedRegions least number of regions with something to compact in a turn
 * @param latencies latencies of readers
 * @param hits block-cache requests of readers
 * @param warmup warm-ups after the compactions; mean duration, and sums of counts
 * @param gets latencies of gets over time
 * @param hitIntervals block-cache requests over time, of all turns
 * @param span mean boundaries of the phases
 */
record TableReport(
    double compactionSeconds,
    int compactedRegions,
    Map<Operation, Map<Phase, Latency>> latencies,
    Map<Phase, HitCounts> hits,
    WarmupOutcome warmup,
    Course gets,
    List<HitInterval> hitIntervals,
    Span span) {

  /** Pools one or more turns of one table. */
  static TableReport pooled(List<Turn> turns) {
    Map<Phase, HitCounts> hits = new EnumMap<>(Phase.class);
    Map<String, Integer> endedEarly = new TreeMap<>();
    for (Turn turn : turns) {
      turn.hits().forEach((phase, counts) -> hits.merge(phase, counts, HitCounts::plus));
      turn.warmup()
          .endedEarly()
          .forEach((reason, count) -> endedEarly.merge(reason, count, Integer::sum));
    }
    return new TableReport(
        turns.stream().mapToDouble(Turn::compactionSeconds).average().orElseThrow(),
        turns.stream().mapToInt(Turn::compactedRegions).min().orElseThrow(),
        latencies(turns),
        hits,
        new WarmupOutcome(
            turns.stream().mapToDouble(turn -> turn.warmup().seconds()).average().orElseThrow(),
            turns.stream().mapToInt(turn -> turn.warmup().completed()).sum(),
            endedEarly),
        Course.pooled(turns.stream().map(Turn::gets).toList()),
        turns.stream().flatMap(turn -> turn.hitIntervals().stream()).toList(),
        Span.pooled(turns.stream().map(Turn::span).toList()));
  }

  private static Map<Operation, Map<Phase, Latency>> latencies(List<Turn> turns) {
    Map<Operation, Map<Phase, Latency>> latencies = new EnumMap<>(Operation.class);
    for (Operation operation : Operation.values()) {
      Map<Phase, Latency> byPhase = new EnumMap<>(Phase.class);
      for (Phase phase : Phase.values()) {
        Histogram sum = new Histogram(LatencyRecorder.SIGNIFICANT_DIGITS);
        turns.forEach(turn -> sum.add(turn.micros().get(operation).get(phase)));
        byPhase.put(phase, Latency.of(sum));
      }
      latencies.put(operation, byPhase);
    }
    return latencies;
  }

  Latency latency(Operation operation, Phase phase) {
    return latencies.get(operation).get(phase);
  }

  /** Fraction of requested blocks in the cache, 0 to 1; empty without requests. */
  OptionalDouble hitRatio(Phase phase) {
    return hits.getOrDefault(phase, HitCounts.NONE).ratio();
  }
}
