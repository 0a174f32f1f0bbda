// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver;

import io.lighter.common.protocol.LighterProtos.AskBuildJobRequest;
import io.lighter.common.protocol.LighterProtos.AskBuildJobResponse;
import io.lighter.common.protocol.LighterProtos.CancelBuildJobRequest;
import io.lighter.common.protocol.LighterProtos.CompactionServerService;
import io.lighter.common.protocol.LighterProtos.SubmitBuildJobRequest;
import io.lighter.common.protocol.LighterProtos.SubmitBuildJobResponse;
import io.lighter.common.rpc.RpcCaller;
import io.lighter.index.build.BuildServers;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;

/** One compaction server with a thread for jobs of index builds. Thread-safe. */
public final class OneBuildServer implements BuildServers {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final RpcCaller caller;
  private final ServerName server;

  /**
   * Names the server.
   *
   * @param caller stays the test's
   */
  public OneBuildServer(RpcCaller caller, ServerName server) {
    this.caller = caller;
    this.server = server;
  }

  @Override
  public List<Server> live(TableName table) {
    return List.of(new Server(server, 1));
  }

  @Override
  public SubmitBuildJobResponse submit(ServerName to, SubmitBuildJobRequest request)
      throws IOException {
    CompactionServerService.BlockingInterface stub = caller.compactionServer(to, TIMEOUT);
    return RpcCaller.call(() -> stub.submitBuildJob(null, request));
  }

  @Override
  public AskBuildJobResponse ask(ServerName to, AskBuildJobRequest request) throws IOException {
    CompactionServerService.BlockingInterface stub = caller.compactionServer(to, TIMEOUT);
    return RpcCaller.call(() -> stub.askBuildJob(null, request));
  }

  @Override
  public void cancel(ServerName to, CancelBuildJobRequest request) throws IOException {
    CompactionServerService.BlockingInterface stub = caller.compactionServer(to, TIMEOUT);
    var unused = RpcCaller.call(() -> stub.cancelBuildJob(null, request));
  }
}
