// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;

/**
 * Divides measurements of one table into phases: latencies and block-cache requests of its readers.
 * Confined to one thread, while no other table is read.
 */
final class Windows {
  private final LatencyRecorder latencies;
  private final BlockCacheCounters counters;
  private final Map<Phase, HitCounts> hits = new EnumMap<>(Phase.class);
  private BlockCacheCounters.Snapshot enteredAt;

  /** Starts in {@link Phase#OTHER}. */
  Windows(LatencyRecorder latencies, BlockCacheCounters counters) throws IOException {
    this.latencies = latencies;
    this.counters = counters;
    this.enteredAt = counters.read();
  }

  /** Ends the current phase and starts {@code next}. */
  void enter(Phase next) throws IOException {
    BlockCacheCounters.Snapshot now = counters.read();
    hits.merge(latencies.phase(), now.since(enteredAt), HitCounts::plus);
    enteredAt = now;
    latencies.enter(next);
  }

  /** Counts of the ended phases. */
  Map<Phase, HitCounts> hits() {
    return Map.copyOf(hits);
  }
}
