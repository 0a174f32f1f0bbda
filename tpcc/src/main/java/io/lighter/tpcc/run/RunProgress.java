// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.tpcc.run;

import java.time.Duration;
import java.util.Optional;

/**
 * The progress of a run.
 *
 * @param transactions transactions of all types that did not fail
 * @param newOrdersPerMinute rate of the last interval
 * @param firstFailure first failure of the run, if any
 */
public record RunProgress(
    Duration elapsed,
    Duration duration,
    long transactions,
    long failures,
    double newOrdersPerMinute,
    Optional<String> firstFailure) {
  /** Percentage, 0 to 100. */
  public int percent() {
    return (int) Math.min(100, 100 * elapsed.toMillis() / Math.max(1, duration.toMillis()));
  }
}
