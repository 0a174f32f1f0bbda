// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.load;

import io.lighter.benchmarks.experiment.TimeSpan;
import java.util.List;
import java.util.stream.Stream;

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

  /** The same run with a further reason why it does not count. */
  ReadRun withFailure(String failure) {
    return new ReadRun(
        row, repeat, span, reads, Stream.concat(failures.stream(), Stream.of(failure)).toList());
  }
}
