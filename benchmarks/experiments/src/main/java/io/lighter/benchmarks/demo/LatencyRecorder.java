package io.lighter.benchmarks.demo;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * Latencies of the readers of one table, by operation and phase. Thread-safe.
 *
 * <p>A slow operation delays those that were due behind it; they count as if each had been made
 * when it was due, so that a stall weighs as much as it would for independent clients.
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

  /** The phase that operations which start now belong to. */
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
   * @param startedIn what {@link #phase} was when it started
   * @param nanos how long it took
   * @param intervalNanos time from one operation of this reader to the next
   */
  synchronized void record(Operation operation, Phase startedIn, long nanos, long intervalNanos) {
    micros
        .get(operation)
        .get(startedIn)
        .recordValueWithExpectedInterval(
            TimeUnit.NANOSECONDS.toMicros(nanos), TimeUnit.NANOSECONDS.toMicros(intervalNanos));
  }

  /** What was recorded so far. */
  synchronized Latency latency(Operation operation, Phase of) {
    return Latency.of(micros.get(operation).get(of));
  }
}
