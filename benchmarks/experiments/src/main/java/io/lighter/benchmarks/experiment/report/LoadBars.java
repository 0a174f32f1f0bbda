// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import io.lighter.benchmarks.experiment.load.Row;
import java.util.List;

/** Which rows of an experiment are compared with the others, by which figures, and their bars. */
interface LoadBars {
  /** Whether a row is compared with the others of its group. */
  boolean isCompared(Row row);

  /** The figures by which a row is compared, in the order of reports. */
  List<LoadMeasure> measures(Row row);

  /** The bars of a row that is compared. */
  List<LoadBar> of(Row row);
}
