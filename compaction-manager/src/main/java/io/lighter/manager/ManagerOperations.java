// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager;

import io.lighter.common.CompactionJobId;
import io.lighter.common.protocol.LighterProtos.CancelJobsRequest;
import io.lighter.common.protocol.LighterProtos.CancelJobsResponse;
import io.lighter.common.protocol.LighterProtos.OffloadSwitch;
import io.lighter.common.zk.OffloadSwitches;
import io.lighter.manager.report.JobCanceller;
import io.lighter.manager.web.Operations;
import io.lighter.service.zk.DrainNodes;
import io.lighter.service.zk.OffloadSwitchStore;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;

/** The operators' changes, made by the same znodes and calls as the command line's. Thread-safe. */
final class ManagerOperations implements Operations {
  private final OffloadSwitchStore offloadSwitch;
  private final DrainNodes drains;
  private final JobCanceller canceller;

  ManagerOperations(OffloadSwitchStore offloadSwitch, DrainNodes drains, JobCanceller canceller) {
    this.offloadSwitch = offloadSwitch;
    this.drains = drains;
    this.canceller = canceller;
  }

  @Override
  public OffloadSwitch switchOffload(boolean on, Optional<TableName> table) throws IOException {
    return offloadSwitch.update(
        current ->
            table
                .map(each -> OffloadSwitches.withTable(current, each.getNameAsString(), on))
                .orElseGet(() -> OffloadSwitches.withAll(current, on)));
  }

  @Override
  public boolean drain(ServerName server) throws IOException {
    if (!drains.live().contains(server)) {
      return false;
    }
    boolean unused = drains.drain(server); // false: already draining
    return true;
  }

  @Override
  public boolean undrain(ServerName server) throws IOException {
    return drains.undrain(server) || drains.live().contains(server);
  }

  @Override
  public CancelJobsResponse cancelJob(CompactionJobId job, String reason) throws IOException {
    return canceller.cancel(
        CancelJobsRequest.newBuilder().addJobId(job.value()).setReason(reason).build());
  }

  @Override
  public CancelJobsResponse clearQueue(TableName table, String reason) throws IOException {
    return canceller.cancel(
        CancelJobsRequest.newBuilder()
            .setQueuedOfTable(table.getNameAsString())
            .setReason(reason)
            .build());
  }
}
