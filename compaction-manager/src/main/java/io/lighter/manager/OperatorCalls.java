// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager;

import io.lighter.common.protocol.LighterProtos.CancelJobsRequest;
import io.lighter.common.protocol.LighterProtos.CancelJobsResponse;
import io.lighter.common.protocol.LighterProtos.ExplainResponse;
import io.lighter.common.protocol.LighterProtos.StatusResponse;
import io.lighter.manager.cluster.Leadership;
import io.lighter.manager.report.JobCanceller;
import io.lighter.service.rpc.CallerCheck;
import java.io.IOException;

/**
 * The calls of operators, who use the command line. Called by handler threads. {@link #cancelJobs}
 * calls compaction servers, and {@link #status} reads the leader from ZooKeeper.
 */
final class OperatorCalls {
  private final Leadership leadership;
  private final CallerCheck callers;
  private final JobCanceller canceller;
  private final BalanceView balance;
  private final ManagerStatus status;

  OperatorCalls(
      Leadership leadership,
      CallerCheck callers,
      JobCanceller canceller,
      BalanceView balance,
      ManagerStatus status) {
    this.leadership = leadership;
    this.callers = callers;
    this.canceller = canceller;
    this.balance = balance;
    this.status = status;
  }

  /**
   * Cancels jobs on compaction servers.
   *
   * @throws IOException if this manager does not lead, or the caller is no superuser
   */
  CancelJobsResponse cancelJobs(CancelJobsRequest request) throws IOException {
    leadership.requireLeader();
    callers.requireSuperuser("cancel jobs");
    CancelJobsResponse response = canceller.cancel(request);
    callers.changed(
        "cancel jobs",
        "%d cancelled, because: %s; %s"
            .formatted(
                response.getCancelledCount(), request.getReason(), response.getCancelledList()));
    return response;
  }

  /**
   * Explains the last rounds of balancing.
   *
   * @throws IOException if this manager does not lead
   */
  ExplainResponse explain() throws IOException {
    leadership.requireLeader();
    return balance.explain();
  }

  /**
   * Returns the cluster's status. A standby answers as well, see {@link ManagerStatus#read}.
   *
   * @throws IOException if no manager leads, or ZooKeeper does not answer
   */
  StatusResponse status() throws IOException {
    return status.read();
  }
}
