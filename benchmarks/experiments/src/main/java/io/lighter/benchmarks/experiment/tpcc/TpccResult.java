// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.tpcc;

import io.lighter.benchmarks.experiment.ExperimentResult;
import io.lighter.benchmarks.experiment.Strategy;
import io.lighter.benchmarks.experiment.TrialResult;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * All measurements of the experiment.
 *
 * @param about description of the experiment, without its trials
 * @param window time from the start of a compaction over which New-Orders are counted
 * @param trials trials by set
 * @param missing trials without a result
 */
public record TpccResult(
    ExperimentResult about,
    Duration window,
    Map<CompactedTable, List<TrialResult>> trials,
    List<Missing> missing) {

  /** Copies the collections. */
  public TpccResult {
    trials = Map.copyOf(trials);
    missing = List.copyOf(missing);
  }

  /** A trial that failed or was not started. */
  public record Missing(CompactedTable set, Strategy strategy, int repeat, String reason) {}

  /** The trials of a set. */
  public List<TrialResult> of(CompactedTable set) {
    return trials.getOrDefault(set, List.of());
  }
}
