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
 * The RPC service of a starting manager, which refuses calls until it is complete. The election
 * needs the endpoint's name, and the endpoint needs a service, which needs the election.
 * Thread-safe.
 */
final class StartingService implements CompactionManagerService.BlockingInterface {
  private volatile CompactionManagerService.BlockingInterface service;

  /** Passes calls to {@code complete} from now on. */
  void hand(CompactionManagerService.BlockingInterface complete) {
    service = complete;
  }

  @Override
  public ReportResponse report(RpcController controller, ServerReport report)
      throws ServiceException {
    return started().report(controller, report);
  }

  @Override
  public RegionServerReportResponse reportRegionServer(
      RpcController controller, RegionServerReport report) throws ServiceException {
    return started().reportRegionServer(controller, report);
  }

  @Override
  public CancelJobsResponse cancelJobs(RpcController controller, CancelJobsRequest request)
      throws ServiceException {
    return started().cancelJobs(controller, request);
  }

  @Override
  public StatusResponse status(RpcController controller, StatusRequest request)
      throws ServiceException {
    return started().status(controller, request);
  }

  @Override
  public ExplainResponse explain(RpcController controller, ExplainRequest request)
      throws ServiceException {
    return started().explain(controller, request);
  }

  private CompactionManagerService.BlockingInterface started() throws ServiceException {
    CompactionManagerService.BlockingInterface current = service;
    if (current == null) {
      throw new ServiceException(new IOException("this manager is still starting; try again"));
    }
    return current;
  }
}
