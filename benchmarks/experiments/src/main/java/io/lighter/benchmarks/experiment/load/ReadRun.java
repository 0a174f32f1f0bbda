// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.load;

import io.lighter.benchmarks.experiment.TimeSpan;
import java.util.List;

/**
 * What was measured while a loaded table was only read.
 *
 * @param repeat number from 1
 * @param span from the first to the last window that is measured
 * @param failures reasons why the run does not count; empty if it does
 */
public record ReadRun(Row row, int repeat, TimeSpan span, Reads reads, List<String> failures)
    implements MeasuredRun {
  /** Copies the list. */
  public ReadRun {
    failures = List.copyOf(failures);
  }
}
