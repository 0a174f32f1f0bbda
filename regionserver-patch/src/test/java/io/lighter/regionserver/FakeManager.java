// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver;

import io.lighter.common.protocol.LighterProtos.CancelJobsRequest;
import io.lighter.common.protocol.LighterProtos.CancelJobsResponse;
import io.lighter.common.protocol.LighterProtos.CompactionManagerService;
import io.lighter.common.protocol.LighterProtos.ExplainRequest;
import io.lighter.common.protocol.LighterProtos.ExplainResponse;
import io.lighter.common.protocol.LighterProtos.RegionServerReport;
import io.lighter.common.protocol.LighterProtos.RegionServerReportResponse;
import io.lighter.common.protocol.LighterProtos.ReportResponse;
import io.lighter.common.protocol.LighterProtos.ServerReport;
import io.lighter.common.protocol.LighterProtos.StatusRequest;
import io.lighter.common.protocol.LighterProtos.StatusResponse;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.hbase.thirdparty.com.google.protobuf.RpcController;
import org.apache.hbase.thirdparty.com.google.protobuf.ServiceException;

/** A manager that records the reports of region servers. Thread-safe. */
public final class FakeManager implements CompactionManagerService.BlockingInterface {
  private final List<RegionServerReport> reports = new CopyOnWriteArrayList<>();
  private volatile boolean failing;
  private volatile long nextReportMs;
  private volatile List<String> storesOf = List.of();

  /** Reports in the order of arrival. */
  public List<RegionServerReport> reports() {
    return List.copyOf(reports);
  }

  /** Sets the pause that it requests from region servers, in milliseconds. */
  public void setNextReport(long millis) {
    nextReportMs = millis;
  }

  /** Sets the tables whose stores it asks for. */
  public void askForStores(String... tables) {
    storesOf = List.of(tables);
  }

  public void setFailing(boolean failing) {
    this.failing = failing;
  }

  @Override
  public RegionServerReportResponse reportRegionServer(
      RpcController controller, RegionServerReport report) throws ServiceException {
    if (failing) {
      throw new ServiceException("out of order");
    }
    reports.add(report);
    return RegionServerReportResponse.newBuilder()
        .setNextReportMs(nextReportMs)
        .addAllStoresOfTable(storesOf)
        .build();
  }

  @Override
  public ReportResponse report(RpcController controller, ServerReport report) {
    return ReportResponse.getDefaultInstance();
  }

  @Override
  public StatusResponse status(RpcController controller, StatusRequest request) {
    throw new UnsupportedOperationException("not asked in these tests");
  }

  @Override
  public CancelJobsResponse cancelJobs(RpcController controller, CancelJobsRequest request) {
    throw new UnsupportedOperationException("region servers do not call this");
  }

  @Override
  public ExplainResponse explain(RpcController controller, ExplainRequest request) {
    throw new UnsupportedOperationException("region servers do not call this");
  }
}
