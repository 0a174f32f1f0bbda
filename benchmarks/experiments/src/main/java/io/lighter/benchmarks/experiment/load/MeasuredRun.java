// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.load;

import io.lighter.benchmarks.experiment.TimeSpan;
import java.util.List;

/** What was measured of a row, once. */
public sealed interface MeasuredRun permits LoadRun, ReadRun, MergeRun, CommitRun {
  /** What was measured. */
  Row row();

  /** Number from 1. */
  int repeat();

  /** The measured time. */
  TimeSpan span();

  /** The reads in that time. */
  Reads reads();

  /** Reasons why the run does not count; empty if it does. */
  List<String> failures();

  /** Whether the run counts. */
  default boolean isValid() {
    return failures().isEmpty();
  }
}
