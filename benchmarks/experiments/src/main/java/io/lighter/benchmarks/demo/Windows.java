// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Divides measurements of one table into phases: latencies and block-cache requests of its readers.
 * Confined to one thread, while no other table is read.
 */
final class Windows {
  private static final double NANOS_PER_S = 1e9;

  private final LatencyRecorder latencies;
  private final BlockCacheCounters counters;
  private final Map<Phase, HitCounts> hits = new EnumMap<>(Phase.class);
  private final List<Sample> samples = new ArrayList<>();
  private BlockCacheCounters.Snapshot last;
  private long lastNanos;

  /** Requests between two readings of the counters. */
  private record Sample(long fromNanos, long toNanos, HitCounts counts) {}

  /** Starts in {@link Phase#OTHER}. */
  Windows(LatencyRecorder latencies, BlockCacheCounters counters) throws IOException {
    this.latencies = latencies;
    this.counters = counters;
    this.last = counters.read();
    this.lastNanos = System.nanoTime();
  }

  /** Ends the current phase and starts {@code next}. */
  void enter(Phase next) throws IOException {
    read();
    latencies.enter(next);
  }

  /**
   * Ends an interval of the current phase if HBase has new counters by now. {@link #enter} then
   * waits until HBase has newer ones, so a phase whose end must be exact has no interval shortly
   * before its end.
   */
  void sample() throws IOException {
    if (counters.isReady()) {
      read();
    }
  }

  private void read() throws IOException {
    BlockCacheCounters.Snapshot now = counters.read();
    long nanos = System.nanoTime();
    HitCounts counts = now.since(last);
    hits.merge(latencies.phase(), counts, HitCounts::plus);
    if (latencies.phase() != Phase.OTHER) {
      samples.add(new Sample(lastNanos, nanos, counts));
    }
    last = now;
    lastNanos = nanos;
  }

  /** Counts of the ended phases. */
  Map<Phase, HitCounts> hits() {
    return Map.copyOf(hits);
  }

  /** Counts over time, relative to {@code originNanos}. */
  List<HitInterval> intervals(long originNanos) {
    return samples.stream()
        .map(
            sample ->
                new HitInterval(
                    (sample.fromNanos - originNanos) / NANOS_PER_S,
                    (sample.toNanos - originNanos) / NANOS_PER_S,
                    sample.counts))
        .toList();
  }
}
