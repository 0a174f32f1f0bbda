// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.build;

import io.lighter.common.protocol.LighterProtos.AskBuildJobRequest;
import io.lighter.common.protocol.LighterProtos.AskBuildJobResponse;
import io.lighter.common.protocol.LighterProtos.CancelBuildJobRequest;
import io.lighter.common.protocol.LighterProtos.SubmitBuildJobRequest;
import io.lighter.common.protocol.LighterProtos.SubmitBuildJobResponse;
import java.util.List;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;

/** No compaction server, so that a build's process runs all jobs. Stateless. */
final class NoServers implements BuildServers {
  @Override
  public List<Server> live(TableName table) {
    return List.of();
  }

  @Override
  public SubmitBuildJobResponse submit(ServerName server, SubmitBuildJobRequest request) {
    throw unknown(server);
  }

  @Override
  public AskBuildJobResponse ask(ServerName server, AskBuildJobRequest request) {
    throw unknown(server);
  }

  @Override
  public void cancel(ServerName server, CancelBuildJobRequest request) {
    throw unknown(server);
  }

  private static IllegalArgumentException unknown(ServerName server) {
    return new IllegalArgumentException("not a server of this build: " + server);
  }
}
