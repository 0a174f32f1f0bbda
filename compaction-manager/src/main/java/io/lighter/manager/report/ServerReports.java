// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.report;

import io.lighter.common.MonotonicClock;
import io.lighter.common.ServerNames;
import io.lighter.common.protocol.LighterProtos.ServerReport;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hbase.ServerName;

/** The last report of each live compaction server. Bounded by their number; thread-safe. */
public final class ServerReports {
  private final Map<ServerName, Received> reports = new ConcurrentHashMap<>();
  private final MonotonicClock clock;

  /**
   * A report and its age.
   *
   * @param report as the server sent it
   */
  public record Received(ServerReport report, long atNanos) {}

  public ServerReports(MonotonicClock clock) {
    this.clock = clock;
  }

  /**
   * Stores the report if its server is live. A new server, which is not known yet, is stored from
   * its next report on.
   */
  public void add(ServerReport report, Collection<ServerName> live) {
    ServerNames.parse(report.getServer())
        .filter(live::contains)
        .ifPresent(server -> reports.put(server, new Received(report, clock.nanoTime())));
  }

  /** Drops the reports of servers that have left. */
  public void retainAll(Collection<ServerName> live) {
    reports.keySet().retainAll(live);
  }

  /** The last reports; a snapshot. */
  public Map<ServerName, Received> all() {
    return Map.copyOf(reports);
  }

  /** The last reports that are not older than {@code maxAge}; a snapshot. */
  public Map<ServerName, ServerReport> recent(Duration maxAge) {
    Map<ServerName, ServerReport> recent = new HashMap<>();
    reports.forEach(
        (server, received) -> {
          if (age(received).compareTo(maxAge) <= 0) {
            recent.put(server, received.report());
          }
        });
    return recent;
  }

  public Optional<Received> of(ServerName server) {
    return Optional.ofNullable(reports.get(server));
  }

  public Duration age(Received received) {
    return Duration.ofNanos(clock.nanoTime() - received.atNanos());
  }
}
