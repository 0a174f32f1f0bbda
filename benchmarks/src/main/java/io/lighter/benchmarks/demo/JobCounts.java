package io.lighter.benchmarks.demo;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Where the compactions of a table ran.
 *
 * @param offloaded on a compaction server
 * @param localByReason on the region server although the table has the plug-in, by reason
 */
record JobCounts(int offloaded, Map<String, Integer> localByReason) {
  JobCounts {
    localByReason = Map.copyOf(localByReason);
  }

  /** All that ran on the region server. */
  int local() {
    return localByReason.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** For people, such as {@code 4 offloaded, 1 local (server-lost)}. */
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
