// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.load;

import io.lighter.benchmarks.experiment.SampleSeries;
import io.lighter.benchmarks.experiment.TimeSpan;
import java.util.List;

/**
 * Commits that a killed region server had acknowledged, and which of them were lost.
 *
 * @param repeat number from 1
 * @param span from the first commit to the kill
 * @param batches commits that were old at the kill, in the order of their acknowledgements
 * @param failures reasons why the run does not count; empty if it does
 */
public record CommitRun(
    Row row, int repeat, TimeSpan span, List<Batch> batches, List<String> failures)
    implements MeasuredRun {
  /**
   * Consecutive commits.
   *
   * @param acknowledged number of commits, at least 1
   * @param lost how many of them were not found after the recovery
   */
  public record Batch(int acknowledged, int lost) {}

  /** Copies the lists. */
  public CommitRun {
    batches = List.copyOf(batches);
    failures = List.copyOf(failures);
  }

  @Override
  public Reads reads() {
    return new Reads(new LoadWindows(List.of(), 0, 0), new SampleSeries(List.of()));
  }
}
