// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager;

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
import java.io.IOException;
import org.apache.hbase.thirdparty.com.google.protobuf.RpcController;
import org.apache.hbase.thirdparty.com.google.protobuf.ServiceException;

/**
 * The manager's RPC service: passes each call to the class for its kind of caller, and converts an
 * {@link IOException} for protobuf. Called by handler threads.
 */
final class ManagerService implements CompactionManagerService.BlockingInterface {
  private final CompactionServerCalls compactionServers;
  private final RegionServerCalls regionServers;
  private final OperatorCalls operators;

  ManagerService(
      CompactionServerCalls compactionServers,
      RegionServerCalls regionServers,
      OperatorCalls operators) {
    this.compactionServers = compactionServers;
    this.regionServers = regionServers;
    this.operators = operators;
  }

  @Override
  public ReportResponse report(RpcController controller, ServerReport report)
      throws ServiceException {
    return answer(() -> compactionServers.report(report));
  }

  @Override
  public RegionServerReportResponse reportRegionServer(
      RpcController controller, RegionServerReport report) throws ServiceException {
    return answer(() -> regionServers.report(report));
  }

  @Override
  public CancelJobsResponse cancelJobs(RpcController controller, CancelJobsRequest request)
      throws ServiceException {
    return answer(() -> operators.cancelJobs(request));
  }

  @Override
  public ExplainResponse explain(RpcController controller, ExplainRequest request)
      throws ServiceException {
    return answer(operators::explain);
  }

  @Override
  public StatusResponse status(RpcController controller, StatusRequest request)
      throws ServiceException {
    return answer(operators::status);
  }

  private static <T> T answer(Call<T> call) throws ServiceException {
    try {
      return call.run();
    } catch (IOException e) {
      throw new ServiceException(e);
    }
  }

  @FunctionalInterface
  private interface Call<T> {
    T run() throws IOException;
  }
}
