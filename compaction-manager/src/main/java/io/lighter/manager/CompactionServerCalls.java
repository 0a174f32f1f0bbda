// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager;

import io.lighter.common.protocol.LighterProtos.ReportResponse;
import io.lighter.common.protocol.LighterProtos.ServerReport;
import io.lighter.manager.assign.CapacityMonitor;
import io.lighter.manager.cluster.ClusterWatch;
import io.lighter.manager.report.ManagerMetrics;
import io.lighter.manager.report.ReportPace;
import io.lighter.manager.report.ServerLimits;
import io.lighter.manager.report.ServerReports;
import io.lighter.service.rpc.CallerCheck;
import java.io.IOException;
import java.util.Set;
import org.apache.hadoop.hbase.ServerName;

/** The calls of compaction servers. Called by handler threads; does no I/O. */
final class CompactionServerCalls {
  private final ClusterWatch cluster;
  private final CallerCheck callers;
  private final ServerReports reports;
  private final BalanceView balance;
  private final CapacityMonitor capacity;
  private final ServerLimits limits;
  private final ManagerMetrics metrics;

  CompactionServerCalls(
      ClusterWatch cluster,
      CallerCheck callers,
      ServerReports reports,
      BalanceView balance,
      CapacityMonitor capacity,
      ServerLimits limits,
      ManagerMetrics metrics) {
    this.cluster = cluster;
    this.callers = callers;
    this.reports = reports;
    this.balance = balance;
    this.capacity = capacity;
    this.limits = limits;
    this.metrics = metrics;
  }

  /**
   * Accepts a report and returns the server's limits.
   *
   * @throws IOException if the caller may not report, or if this manager does not lead, so that the
   *     server looks the leader up again
   */
  ReportResponse report(ServerReport report) throws IOException {
    callers.requireService("report as a compaction server");
    cluster.leadership().requireLeader();
    metrics.reportReceived();
    Set<ServerName> live = cluster.serverNames();
    reports.add(report, live);
    balance.add(report, live);
    capacity.reported(report);
    return limits.answer(report).toBuilder()
        .setNextReportMs(ReportPace.COMPACTION_SERVERS.interval(live.size()).toMillis())
        .build();
  }
}
