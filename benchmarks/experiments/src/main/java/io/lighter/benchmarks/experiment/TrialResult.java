package io.lighter.benchmarks.experiment;

import java.util.List;

/**
 * What was measured of one strategy once.
 *
 * @param cacheFactor size of the block cache in sizes of the data
 * @param repeat from 1
 * @param targetRate operations that should have been done in a second
 * @param failures why the figures do not count; none if they do
 * @param notes what else a reader of the figures should know
 */
public record TrialResult(
    Strategy strategy,
    double cacheFactor,
    int repeat,
    PhaseTimes times,
    LatencyLog latencies,
    SampleSeries samples,
    double targetRate,
    List<String> failures,
    List<String> notes) {

  /** Copies. */
  public TrialResult {
    failures = List.copyOf(failures);
    notes = List.copyOf(notes);
  }

  /** Whether the figures count. */
  public boolean isValid() {
    return failures.isEmpty();
  }
}
