package io.lighter.benchmarks.chaos;

import java.time.Duration;
import java.util.List;

/**
 * What came of a fault.
 *
 * @param victim name of the process
 * @param recovery from the fault until every store was compacted and no file was left over, without
 *     the time that a victim which nobody replaces was held
 * @param failedOperations reads and writes that failed meanwhile
 * @param problems what should not have been; none if all is well
 */
record FaultOutcome(
    Fault fault, String victim, Duration recovery, long failedOperations, List<String> problems) {
  FaultOutcome {
    problems = List.copyOf(problems);
  }

  /** For a terminal. */
  String words() {
    return "%s (%s): well again after %.1f s of %d%s"
        .formatted(
            fault.words(),
            victim,
            recovery.toMillis() / 1e3,
            fault.bound().toSeconds(),
            problems.isEmpty() ? "" : "; PROBLEM: " + String.join("; ", problems));
  }
}
