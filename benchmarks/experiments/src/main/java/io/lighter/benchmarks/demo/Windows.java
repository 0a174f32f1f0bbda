package io.lighter.benchmarks.demo;

import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;

/**
 * Divides what is measured of one table into phases: latencies, and blocks that its readers asked
 * for. Used by one thread, while nobody reads another table.
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

  /** Ends the phase before and starts this one. */
  void enter(Phase next) throws IOException {
    BlockCacheCounters.Snapshot now = counters.read();
    hits.merge(latencies.phase(), now.since(enteredAt), HitCounts::plus);
    enteredAt = now;
    latencies.enter(next);
  }

  /** Of the phases that have ended. */
  Map<Phase, HitCounts> hits() {
    return Map.copyOf(hits);
  }
}
