// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import java.util.Map;

/**
 * The warm-up after a table's compaction.
 *
 * @param seconds time from the commit to the end of the last warm-up; 0 if there was none
 * @param completed number of completed warm-ups
 * @param endedEarly number of stopped and failed warm-ups by reason
 */
record WarmupOutcome(double seconds, int completed, Map<String, Integer> endedEarly) {
  WarmupOutcome {
    endedEarly = Map.copyOf(endedEarly);
  }
}
