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

  JobCounts plus(JobCounts other) {
    Map<String, Integer> sum = new TreeMap<>(localByReason);
    other.localByReason.forEach((reason, count) -> sum.merge(reason, count, Integer::sum));
    return new JobCounts(offloaded + other.offloaded, sum);
  }

  /** What came after {@code earlier}, of the same counters. */
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
