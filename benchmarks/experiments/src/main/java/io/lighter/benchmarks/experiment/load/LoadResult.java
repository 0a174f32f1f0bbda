// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.load;

import io.lighter.benchmarks.experiment.ExperimentResult;
import java.util.List;

/**
 * All measurements of the experiment.
 *
 * @param about description of the experiment, without trials
 * @param engines compared engines, in the order of reports
 * @param runs runs so far, in the order of their starts
 */
public record LoadResult(
    ExperimentResult about, LoadPlan plan, List<Engine> engines, List<LoadRun> runs) {
  /** Copies the lists. */
  public LoadResult {
    engines = List.copyOf(engines);
    runs = List.copyOf(runs);
  }

  /** The valid runs of an engine. */
  public List<LoadRun> valid(Engine engine) {
    return runs.stream().filter(run -> run.engine() == engine && run.isValid()).toList();
  }
}
