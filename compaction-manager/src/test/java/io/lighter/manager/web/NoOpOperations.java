// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.web;

import io.lighter.common.CompactionJobId;
import io.lighter.common.protocol.LighterProtos.CancelJobsResponse;
import io.lighter.common.protocol.LighterProtos.OffloadSwitch;
import java.util.Optional;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;

/** Accepts all operations without recording them. */
final class NoOpOperations implements Operations {
  @Override
  public OffloadSwitch switchOffload(boolean on, Optional<TableName> table) {
    OffloadSwitch.Builder now = OffloadSwitch.newBuilder().setOn(on);
    table.ifPresent(each -> now.addOffTable(each.getNameAsString()));
    return now.build();
  }

  @Override
  public boolean drain(ServerName server) {
    return true;
  }

  @Override
  public boolean undrain(ServerName server) {
    return true;
  }

  @Override
  public CancelJobsResponse cancelJob(CompactionJobId job, String reason) {
    return CancelJobsResponse.newBuilder().addCancelled(job.value()).build();
  }

  @Override
  public CancelJobsResponse clearQueue(TableName table, String reason) {
    return CancelJobsResponse.getDefaultInstance();
  }
}
