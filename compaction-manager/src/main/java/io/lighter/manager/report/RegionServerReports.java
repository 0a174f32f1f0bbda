// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.report;

import io.lighter.common.MonotonicClock;
import io.lighter.common.ServerNames;
import io.lighter.common.protocol.LighterProtos.RegionServerReport;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.ServerName;

/**
 * The last report of each region server, for display only; no decision depends on them.
 *
 * <p>Thread-safe. Bounded by what HBase's cluster has: a report that is older than {@link
 * #RETENTION} is dropped, and a report beyond {@value #MAX_SERVERS} servers is ignored.
 */
public final class RegionServerReports {
  /** Age of a dropped report; a region server without warm-ups reports several times in it. */
  static final Duration RETENTION = Duration.ofMinutes(1);

  /** Time between two searches for old reports, each of which reads all. */
  private static final Duration SWEEP = Duration.ofSeconds(1);

  private static final int MAX_SERVERS = 10_000;

  private final Map<ServerName, Received> reports = new ConcurrentHashMap<>();
  private final MonotonicClock clock;
  private final AtomicLong sweptAtNanos;

  private record Received(RegionServerReport report, long atNanos) {}

  public RegionServerReports(MonotonicClock clock) {
    this.clock = clock;
    this.sweptAtNanos = new AtomicLong(clock.nanoTime());
  }

  public void add(RegionServerReport report) {
    long now = clock.nanoTime();
    long swept = sweptAtNanos.get();
    if (now - swept >= SWEEP.toNanos() && sweptAtNanos.compareAndSet(swept, now)) {
      forgetOld();
    }
    if (reports.size() < MAX_SERVERS) {
      ServerNames.parse(report.getRegionServer())
          .ifPresent(server -> reports.put(server, new Received(report, clock.nanoTime())));
    }
  }

  /** The wait of a region server before its next report; zero: the server decides. */
  public Duration interval() {
    return ReportPace.REGION_SERVERS.interval(reports.size());
  }

  /** The reports that are recent enough, by server. */
  public Map<ServerName, RegionServerReport> all() {
    forgetOld();
    Map<ServerName, RegionServerReport> all = new TreeMap<>();
    reports.forEach((server, received) -> all.put(server, received.report()));
    return all;
  }

  private void forgetOld() {
    long now = clock.nanoTime();
    reports.values().removeIf(received -> now - received.atNanos() > RETENTION.toNanos());
  }
}
