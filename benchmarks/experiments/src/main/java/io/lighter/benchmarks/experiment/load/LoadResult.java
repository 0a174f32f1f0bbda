// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.load;

import io.lighter.benchmarks.experiment.ExperimentResult;
import java.util.List;

/**
 * All measurements of the experiment.
 *
 * @param about description of the experiment, without trials
 * @param rows what is measured, in the order of reports
 * @param runs runs so far, in the order of their starts
 */
public record LoadResult(ExperimentResult about, List<Row> rows, List<MeasuredRun> runs) {
  /** Copies the lists. */
  public LoadResult {
    rows = List.copyOf(rows);
    runs = List.copyOf(runs);
  }

  /** The runs of a row. */
  public List<MeasuredRun> runs(Row row) {
    return runs.stream().filter(run -> run.row().equals(row)).toList();
  }

  /** The valid runs of a row. */
  public List<MeasuredRun> valid(Row row) {
    return runs(row).stream().filter(MeasuredRun::isValid).toList();
  }

  /** Whether rows of more than one group are measured. */
  public boolean hasGroups() {
    return rows.stream().map(Row::group).distinct().count() > 1;
  }
}
