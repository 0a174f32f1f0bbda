// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.chaos;

import java.time.Duration;
import java.util.List;

/**
 * The outcome of a fault.
 *
 * @param target name of the target process
 * @param recovery time from the fault until every store was compacted and no file was left over,
 *     without the time for which an irreplaceable target was held
 * @param comeback time from the return of a replaced target until its recovery; otherwise zero
 * @param isMissed whether the moment was over when the fault was injected
 * @param longestOperation longest get or write, including client retries
 * @param failedOperations reads and writes that failed during the fault
 * @param ended processes that exited without being killed, and were started again
 * @param problems unexpected effects; empty if there were none
 */
record FaultOutcome(
    Fault fault,
    String target,
    Duration recovery,
    Duration comeback,
    boolean isMissed,
    Duration longestOperation,
    long failedOperations,
    List<String> ended,
    List<String> problems) {
  FaultOutcome {
    ended = List.copyOf(ended);
    problems = List.copyOf(problems);
  }

  /** A line of text. */
  String words() {
    return "%s (%s): well again after %.1f s of %d%s%s"
        .formatted(
            fault.words(),
            target,
            recovery.toMillis() / 1e3,
            fault.bound().toSeconds(),
            isMissed ? "; the moment was over" : "",
            problems.isEmpty() ? "" : "; PROBLEM: " + String.join("; ", problems));
  }
}
