// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment;

import java.util.List;

/**
 * The measurements of a trial.
 *
 * @param cacheFactor size of the block cache relative to the data
 * @param repeat number from 1
 * @param targetRate scheduled operations per second
 * @param failures reasons why the figures are invalid; empty if valid
 * @param notes remarks for readers of the figures
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

  /** Copies the collections. */
  public TrialResult {
    failures = List.copyOf(failures);
    notes = List.copyOf(notes);
  }

  /** Whether the figures are valid. */
  public boolean isValid() {
    return failures.isEmpty();
  }
}
