// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager;

import io.lighter.common.protocol.LighterProtos.RegionServerReport;
import io.lighter.common.protocol.LighterProtos.RegionServerReportResponse;
import io.lighter.manager.assign.CapacityMonitor;
import io.lighter.manager.cluster.Leadership;
import io.lighter.manager.report.AskedTables;
import io.lighter.manager.report.RegionServerReports;
import io.lighter.service.rpc.CallerCheck;
import java.io.IOException;

/** The calls of region servers. Called by handler threads; does no I/O. */
final class RegionServerCalls {
  private final Leadership leadership;
  private final CallerCheck callers;
  private final RegionServerReports reports;
  private final AskedTables askedTables;
  private final CapacityMonitor capacity;

  RegionServerCalls(
      Leadership leadership,
      CallerCheck callers,
      RegionServerReports reports,
      AskedTables askedTables,
      CapacityMonitor capacity) {
    this.leadership = leadership;
    this.callers = callers;
    this.reports = reports;
    this.askedTables = askedTables;
    this.capacity = capacity;
  }

  /**
   * Accepts a report and returns the time until the next one, and what it should have.
   *
   * @throws IOException as {@link CompactionServerCalls#report} does
   */
  RegionServerReportResponse report(RegionServerReport report) throws IOException {
    callers.requireService("report as a region server");
    leadership.requireLeader();
    reports.add(report);
    capacity.reported(report);
    return RegionServerReportResponse.newBuilder()
        .setNextReportMs(reports.interval().toMillis())
        .addAllStoresOfTable(askedTables.names())
        .build();
  }
}
