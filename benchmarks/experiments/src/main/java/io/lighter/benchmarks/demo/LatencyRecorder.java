// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * Latencies of the readers of one table, by operation and phase. Thread-safe.
 *
 * <p>A slow operation delays the next ones. Latencies count from each operation's scheduled time,
 * so that a stall weighs as much as for independent clients.
 */
final class LatencyRecorder {
  private static final int SIGNIFICANT_DIGITS = 3;

  /** The histograms are guarded by this. */
  private final Map<Operation, Map<Phase, Histogram>> micros = new EnumMap<>(Operation.class);

  private volatile Phase phase = Phase.OTHER;

  LatencyRecorder() {
    for (Operation operation : Operation.values()) {
      Map<Phase, Histogram> byPhase = new EnumMap<>(Phase.class);
      for (Phase each : Phase.values()) {
        byPhase.put(each, new Histogram(SIGNIFICANT_DIGITS));
      }
      micros.put(operation, byPhase);
    }
  }

  /** The phase of operations that start now. */
  Phase phase() {
    return phase;
  }

  /** Starts the next phase. */
  void enter(Phase next) {
    phase = next;
  }

  /**
   * Adds an operation.
   *
   * @param startedIn value of {@link #phase} at its start
   * @param nanos duration
   * @param intervalNanos scheduled time between two operations of this reader
   */
  synchronized void record(Operation operation, Phase startedIn, long nanos, long intervalNanos) {
    micros
        .get(operation)
        .get(startedIn)
        .recordValueWithExpectedInterval(
            TimeUnit.NANOSECONDS.toMicros(nanos), TimeUnit.NANOSECONDS.toMicros(intervalNanos));
  }

  /** The recorded latencies so far. */
  synchronized Latency latency(Operation operation, Phase of) {
    return Latency.of(micros.get(operation).get(of));
  }
}
