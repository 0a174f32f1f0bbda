// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver;

import io.lighter.common.protocol.LighterProtos.CancelRequest;
import io.lighter.common.protocol.LighterProtos.CancelResponse;
import io.lighter.common.protocol.LighterProtos.CompactionServerService;
import io.lighter.common.protocol.LighterProtos.FetchChunkRequest;
import io.lighter.common.protocol.LighterProtos.FetchChunkResponse;
import io.lighter.common.protocol.LighterProtos.FinishRequest;
import io.lighter.common.protocol.LighterProtos.FinishResponse;
import io.lighter.common.protocol.LighterProtos.HeartbeatRequest;
import io.lighter.common.protocol.LighterProtos.HeartbeatResponse;
import io.lighter.common.protocol.LighterProtos.JobState;
import io.lighter.common.protocol.LighterProtos.ListChunksRequest;
import io.lighter.common.protocol.LighterProtos.ListChunksResponse;
import io.lighter.common.protocol.LighterProtos.ReleaseOutputRequest;
import io.lighter.common.protocol.LighterProtos.ReleaseOutputResponse;
import io.lighter.common.protocol.LighterProtos.ServerRegistration;
import io.lighter.common.protocol.LighterProtos.SubmitRequest;
import io.lighter.common.protocol.LighterProtos.SubmitResponse;
import io.lighter.common.zk.LighterZNodes;
import io.lighter.service.rpc.RpcEndpoint;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.zookeeper.ZKUtil;
import org.apache.hadoop.hbase.zookeeper.ZKWatcher;
import org.apache.hbase.thirdparty.com.google.protobuf.RpcController;
import org.apache.hbase.thirdparty.com.google.protobuf.ServiceException;
import org.apache.zookeeper.KeeperException;

/**
 * A compaction server over real RPC and real ZooKeeper that never compacts; a test scripts its
 * errors. Its close looks like a crash, registration included.
 */
class ScriptedCompactionServer extends NoBuildJobs implements Closeable {
  private final RpcEndpoint endpoint;
  private final ZKWatcher watcher;
  private final String znode;

  final List<SubmitRequest> submitted = Collections.synchronizedList(new ArrayList<>());
  final List<String> cancelled = Collections.synchronizedList(new ArrayList<>());

  ScriptedCompactionServer(Configuration conf, ZKWatcher watcher, LighterZNodes znodes)
      throws IOException, KeeperException {
    this(conf, watcher, znodes, ServerRegistration.getDefaultInstance());
  }

  /**
   * Creates a server that registers itself.
   *
   * @param more fields of the registration beside the required ones
   */
  ScriptedCompactionServer(
      Configuration conf, ZKWatcher watcher, LighterZNodes znodes, ServerRegistration more)
      throws IOException, KeeperException {
    this.watcher = watcher;
    this.endpoint =
        RpcEndpoint.start(
            conf,
            new RpcEndpoint.Settings("scripted", "127.0.0.1", "localhost", 0, 5),
            CompactionServerService.newReflectiveBlockingService(this),
            CompactionServerService.BlockingInterface.class);
    this.znode = znodes.server(endpoint.serverName());
    ServerRegistration registration =
        ServerRegistration.newBuilder()
            .setServer(endpoint.serverName().getServerName())
            .setVersion("test")
            .setGroup("default")
            .setCacheBytes(1)
            .setThreads(1)
            .mergeFrom(more)
            .build();
    ZKUtil.createWithParents(watcher, znode, registration.toByteArray());
  }

  ServerName serverName() {
    return endpoint.serverName();
  }

  @Override
  public SubmitResponse submit(RpcController controller, SubmitRequest request)
      throws ServiceException {
    submitted.add(request);
    return SubmitResponse.getDefaultInstance();
  }

  @Override
  public HeartbeatResponse heartbeat(RpcController controller, HeartbeatRequest request)
      throws ServiceException {
    return HeartbeatResponse.newBuilder().setState(JobState.QUEUED).build();
  }

  @Override
  public FinishResponse finish(RpcController controller, FinishRequest request) {
    return FinishResponse.newBuilder().setState(JobState.DONE).build();
  }

  @Override
  public CancelResponse cancel(RpcController controller, CancelRequest request) {
    cancelled.add(request.getJobId());
    return CancelResponse.newBuilder().setCancelled(true).build();
  }

  @Override
  public ListChunksResponse listChunks(RpcController controller, ListChunksRequest request) {
    return ListChunksResponse.newBuilder().setKept(false).build();
  }

  @Override
  public FetchChunkResponse fetchChunk(RpcController controller, FetchChunkRequest request) {
    return FetchChunkResponse.getDefaultInstance();
  }

  @Override
  public ReleaseOutputResponse releaseOutput(
      RpcController controller, ReleaseOutputRequest request) {
    return ReleaseOutputResponse.getDefaultInstance();
  }

  /** Stops answering, as a killed process does; the registration stays until {@link #close}. */
  void crash() {
    endpoint.close();
  }

  @Override
  public void close() throws IOException {
    endpoint.close();
    try {
      ZKUtil.deleteNodeFailSilent(watcher, znode);
    } catch (KeeperException e) {
      throw new IOException(e);
    }
  }
}
