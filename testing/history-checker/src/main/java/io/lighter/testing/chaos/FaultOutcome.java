package io.lighter.testing.chaos;

import java.time.Duration;
import java.util.List;

/**
 * What came of a fault.
 *
 * @param victim name of the process
 * @param recovery from the fault until every store was compacted and no file was left over, without
 *     the time that a victim which nobody replaces was held
 * @param comeback from the return of a victim that others had replaced until all was well with it;
 *     zero of another one
 * @param isMissed whether the moment was over when the victim was struck
 * @param longestOperation of the gets and writes, with the retries of HBase's client
 * @param failedOperations reads and writes that failed meanwhile
 * @param ended processes that ended without being killed, and were started again
 * @param problems what should not have been; none if all is well
 */
record FaultOutcome(
    Fault fault,
    String victim,
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

  /** For a terminal. */
  String words() {
    return "%s (%s): well again after %.1f s of %d%s%s"
        .formatted(
            fault.words(),
            victim,
            recovery.toMillis() / 1e3,
            fault.bound().toSeconds(),
            isMissed ? "; the moment was over" : "",
            problems.isEmpty() ? "" : "; PROBLEM: " + String.join("; ", problems));
  }
}
