// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.web;

import io.lighter.common.CompactionJobId;
import io.lighter.common.protocol.LighterProtos.CancelJobsResponse;
import io.lighter.common.protocol.LighterProtos.OffloadSwitch;
import io.lighter.common.protocol.LighterProtos.UnreachableServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;

/** Has one server and one job, and records the requests. */
final class RecordingOperations implements Operations {
  static final ServerName SERVER = ServerName.valueOf("a.example", 16040, 1);
  static final CompactionJobId JOB = CompactionJobId.random();

  private final List<String> asked = new ArrayList<>();

  List<String> asked() {
    return asked;
  }

  @Override
  public OffloadSwitch switchOffload(boolean on, Optional<TableName> table) {
    asked.add(on + " " + table.map(TableName::getNameAsString).orElse("all"));
    return OffloadSwitch.newBuilder().setOn(true).addOffTable("ns:t").build();
  }

  @Override
  public boolean drain(ServerName server) {
    asked.add("drain " + server);
    return server.equals(SERVER);
  }

  @Override
  public boolean undrain(ServerName server) {
    asked.add("undrain " + server);
    return server.equals(SERVER);
  }

  @Override
  public CancelJobsResponse cancelJob(CompactionJobId job, String reason) {
    asked.add("cancel " + job.value());
    CancelJobsResponse.Builder response = CancelJobsResponse.newBuilder();
    if (job.equals(JOB)) {
      response.addCancelled(job.value());
    }
    return response.build();
  }

  @Override
  public CancelJobsResponse clearQueue(TableName table, String reason) {
    asked.add("clear " + table);
    return CancelJobsResponse.newBuilder()
        .addUnreachable(
            UnreachableServer.newBuilder().setServer(SERVER.getServerName()).setMessage("hangs"))
        .build();
  }
}
