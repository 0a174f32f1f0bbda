// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.monitor;

import io.lighter.common.protocol.LighterProtos.ReasonCount;
import io.lighter.common.protocol.LighterProtos.RegionServerReport;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hbase.ServerName;

/**
 * Recent compactions that ran locally because of a failure. Those that are local by rule are not
 * counted. Confined to the monitor's thread; bounded by the number of region servers and the
 * snapshots in {@link #WINDOW}.
 */
final class LocalTrend {
  static final Duration WINDOW = Duration.ofMinutes(10);

  private final Map<ServerName, Map<String, Long>> last = new HashMap<>();
  private final ArrayDeque<Growth> growths = new ArrayDeque<>();

  private record Growth(long timeMs, Map<String, Long> byReason) {}

  /** Adds a snapshot; a region server's first report only starts its counting. */
  void add(Snapshot snapshot) {
    Map<String, Long> grown = new TreeMap<>();
    snapshot
        .regionServers()
        .forEach(
            (server, report) -> {
              Map<String, Long> now = failures(report);
              Map<String, Long> before = last.put(server, now);
              if (before != null) {
                now.forEach(
                    (reason, count) -> {
                      long more = count - before.getOrDefault(reason, 0L);
                      if (more > 0) {
                        grown.merge(reason, more, Long::sum);
                      }
                    });
              }
            });
    last.keySet().retainAll(snapshot.regionServers().keySet());
    if (!grown.isEmpty()) {
      growths.addLast(new Growth(snapshot.timeMs(), grown));
    }
    while (!growths.isEmpty()
        && snapshot.timeMs() - growths.getFirst().timeMs() >= WINDOW.toMillis()) {
      growths.removeFirst();
    }
  }

  /** Compactions in the last {@link #WINDOW}, by reason. */
  Map<String, Long> recent() {
    Map<String, Long> sum = new TreeMap<>();
    growths.forEach(growth -> growth.byReason().forEach((r, n) -> sum.merge(r, n, Long::sum)));
    return sum;
  }

  void clear() {
    last.clear();
    growths.clear();
  }

  private static Map<String, Long> failures(RegionServerReport report) {
    Map<String, Long> failures = new TreeMap<>();
    for (ReasonCount reason : report.getLocalList()) {
      if (reason.getFailure()) {
        failures.merge(reason.getReason(), reason.getCount(), Long::sum);
      }
    }
    return failures;
  }
}
