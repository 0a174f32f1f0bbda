// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server;

import io.lighter.common.protocol.LighterProtos.CancelJobsRequest;
import io.lighter.common.protocol.LighterProtos.CancelJobsResponse;
import io.lighter.common.protocol.LighterProtos.CompactionManagerService;
import io.lighter.common.protocol.LighterProtos.ExplainRequest;
import io.lighter.common.protocol.LighterProtos.ExplainResponse;
import io.lighter.common.protocol.LighterProtos.JobReport;
import io.lighter.common.protocol.LighterProtos.RegionServerReport;
import io.lighter.common.protocol.LighterProtos.RegionServerReportResponse;
import io.lighter.common.protocol.LighterProtos.ReportResponse;
import io.lighter.common.protocol.LighterProtos.ServerReport;
import io.lighter.common.protocol.LighterProtos.StatusRequest;
import io.lighter.common.protocol.LighterProtos.StatusResponse;
import io.lighter.service.rpc.RpcEndpoint;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hbase.thirdparty.com.google.protobuf.RpcController;
import org.apache.hbase.thirdparty.com.google.protobuf.ServiceException;

/** Records the reported jobs, and counts the reports. */
final class FakeManager implements CompactionManagerService.BlockingInterface {
  private final Set<String> jobs = ConcurrentHashMap.newKeySet();
  private final AtomicInteger reports = new AtomicInteger();
  private volatile boolean standby;
  private volatile long nextReportMs;

  RpcEndpoint listen(Configuration conf) throws IOException {
    return RpcEndpoint.start(
        conf,
        new RpcEndpoint.Settings("fake-manager", "127.0.0.1", "localhost", 0, 1),
        CompactionManagerService.newReflectiveBlockingService(this),
        CompactionManagerService.BlockingInterface.class);
  }

  boolean sawJob(String id) {
    return jobs.contains(id);
  }

  /** Number of accepted reports. */
  int reports() {
    return reports.get();
  }

  /** Refuses reports from now on, as a standby does. */
  void standBy() {
    standby = true;
  }

  /** Requests pauses of this length between reports from now on. */
  void askForPauses(long millis) {
    nextReportMs = millis;
  }

  @Override
  public ReportResponse report(RpcController controller, ServerReport report)
      throws ServiceException {
    if (standby) {
      throw new ServiceException(new IOException("does not lead"));
    }
    reports.incrementAndGet();
    report.getJobList().stream().map(JobReport::getJobId).forEach(jobs::add);
    return ReportResponse.newBuilder().setNextReportMs(nextReportMs).build();
  }

  @Override
  public RegionServerReportResponse reportRegionServer(
      RpcController controller, RegionServerReport report) {
    throw new UnsupportedOperationException("compaction servers do not call this");
  }

  @Override
  public CancelJobsResponse cancelJobs(RpcController controller, CancelJobsRequest request) {
    throw new UnsupportedOperationException("compaction servers do not call this");
  }

  @Override
  public StatusResponse status(RpcController controller, StatusRequest request) {
    throw new UnsupportedOperationException("not asked in these tests");
  }

  @Override
  public ExplainResponse explain(RpcController controller, ExplainRequest request) {
    throw new UnsupportedOperationException("not asked in these tests");
  }
}
