// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * Latencies of the readers of one table, by operation and phase, and those of gets over time.
 * Thread-safe.
 *
 * <p>A slow operation delays the next ones. Latencies count from each operation's scheduled time,
 * so that a stall weighs as much as for independent clients.
 */
final class LatencyRecorder {
  static final int SIGNIFICANT_DIGITS = 3;

  /** Latencies of gets in all phases but {@link Phase#OTHER}. Guarded by this. */
  private final Timeline gets = new Timeline();

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
   * @param startNanos {@link System#nanoTime} at its start
   * @param nanos duration
   * @param intervalNanos scheduled time between two operations of this reader
   */
  synchronized void record(
      Operation operation, Phase startedIn, long startNanos, long nanos, long intervalNanos) {
    if (operation == Operation.GET && startedIn != Phase.OTHER) {
      gets.add(startNanos, nanos, intervalNanos);
    }
    micros
        .get(operation)
        .get(startedIn)
        .recordValueWithExpectedInterval(
            TimeUnit.NANOSECONDS.toMicros(nanos), TimeUnit.NANOSECONDS.toMicros(intervalNanos));
  }

  /** A copy of the recorded latencies so far, microseconds. */
  synchronized Histogram micros(Operation operation, Phase of) {
    return micros.get(operation).get(of).copy();
  }

  /** Gets over time, relative to {@code originNanos}. */
  synchronized Course gets(long originNanos) {
    return gets.since(originNanos);
  }

  /** The recorded latencies so far. */
  synchronized Latency latency(Operation operation, Phase of) {
    return Latency.of(micros.get(operation).get(of));
  }
}
