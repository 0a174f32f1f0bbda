package io.lighter.benchmarks.demo;

import java.util.Map;

/**
 * How the block cache got the output of a table's compaction.
 *
 * @param seconds from the commit to the end of the last warm-up; 0 if there was none
 * @param completed warm-ups that went to the end
 * @param endedEarly warm-ups that did not, by reason
 */
record WarmupOutcome(double seconds, int completed, Map<String, Integer> endedEarly) {
  WarmupOutcome {
    endedEarly = Map.copyOf(endedEarly);
  }
}
