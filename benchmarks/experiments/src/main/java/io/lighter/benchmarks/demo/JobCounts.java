// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Counts of a table's compactions by place.
 *
 * @param offloaded compactions on a compaction server
 * @param localByReason local compactions of a table with the plug-in, by reason
 */
record JobCounts(int offloaded, Map<String, Integer> localByReason) {
  JobCounts {
    localByReason = Map.copyOf(localByReason);
  }

  /** Number of local compactions. */
  int local() {
    return localByReason.values().stream().mapToInt(Integer::intValue).sum();
  }

  JobCounts plus(JobCounts other) {
    Map<String, Integer> sum = new TreeMap<>(localByReason);
    other.localByReason.forEach((reason, count) -> sum.merge(reason, count, Integer::sum));
    return new JobCounts(offloaded + other.offloaded, sum);
  }

  /** Difference to earlier counts. */
  JobCounts minus(JobCounts earlier) {
    Map<String, Integer> later = new TreeMap<>();
    localByReason.forEach(
        (reason, count) -> {
          int more = count - earlier.localByReason.getOrDefault(reason, 0);
          if (more != 0) {
            later.put(reason, more);
          }
        });
    return new JobCounts(offloaded - earlier.offloaded, later);
  }

  /** A description such as {@code 4 offloaded, 1 local (server-lost)}. */
  String describe() {
    if (local() == 0) {
      return offloaded + " offloaded";
    }
    String reasons =
        new TreeMap<>(localByReason)
            .entrySet().stream()
                .map(
                    entry ->
                        entry.getKey() + (entry.getValue() > 1 ? " x " + entry.getValue() : ""))
                .collect(Collectors.joining(", "));
    return "%d offloaded, %d local (%s)".formatted(offloaded, local(), reasons);
  }
}
