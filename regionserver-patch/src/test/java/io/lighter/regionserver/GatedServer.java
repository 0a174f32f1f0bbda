// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver;

import io.lighter.common.config.ConfigurationException;
import io.lighter.common.config.LighterConfiguration;
import io.lighter.common.config.LighterOption;
import io.lighter.common.protocol.LighterProtos.CancelRequest;
import io.lighter.common.protocol.LighterProtos.CancelResponse;
import io.lighter.common.protocol.LighterProtos.CompactionPlan;
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
import io.lighter.common.rpc.Protocol;
import io.lighter.common.rpc.RpcCaller;
import io.lighter.common.zk.LighterZNodes;
import io.lighter.service.rpc.RpcEndpoint;
import io.lighter.service.zk.CuratorClients;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.apache.curator.framework.CuratorFramework;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hbase.thirdparty.com.google.protobuf.RpcController;
import org.apache.hbase.thirdparty.com.google.protobuf.ServiceException;
import org.apache.zookeeper.CreateMode;

/**
 * A compaction server that forwards every call of region servers to a real one, and can hide the
 * completion of jobs, which then seem to run, or change their plans. Thread-safe.
 */
public final class GatedServer extends NoBuildJobs implements Closeable {
  private static final Duration CALL_TIMEOUT = Duration.ofSeconds(60);

  private final RpcCaller caller;
  private final CompactionServerService.BlockingInterface real;
  private final RpcEndpoint endpoint;
  private final CuratorFramework zooKeeper;
  private final Set<String> held = ConcurrentHashMap.newKeySet();
  private final Set<String> cancelled = ConcurrentHashMap.newKeySet();
  private final Set<String> submitted = ConcurrentHashMap.newKeySet();
  private volatile boolean holding;
  private volatile UnaryOperator<CompactionPlan> plans = UnaryOperator.identity();

  /**
   * Starts the server, and returns once it is the only one of the default group.
   *
   * @param real a server of another group
   */
  public GatedServer(Configuration conf, ServerName real) throws Exception {
    this.caller = new RpcCaller(conf);
    this.real = caller.compactionServer(real, CALL_TIMEOUT);
    this.endpoint =
        RpcEndpoint.start(
            conf,
            new RpcEndpoint.Settings("gate", "127.0.0.1", "localhost", 0, 5),
            CompactionServerService.newReflectiveBlockingService(this),
            CompactionServerService.BlockingInterface.class);
    this.zooKeeper = register(conf);
  }

  private CuratorFramework register(Configuration conf) throws Exception { // what Curator declares
    LighterConfiguration lighter = lighter(conf);
    CuratorFramework client = CuratorClients.connect(conf, lighter);
    ServerRegistration registration =
        ServerRegistration.newBuilder()
            .setServer(endpoint.serverName().getServerName())
            .setVersion("test")
            .setGroup(LighterOption.SERVER_GROUP.defaultValue())
            .setCacheBytes(1)
            .setThreads(1)
            .setOldestProtocolVersion(Protocol.OLDEST_VERSION)
            .setNewestProtocolVersion(Protocol.VERSION)
            .build();
    client
        .create()
        .creatingParentsIfNeeded()
        .withMode(CreateMode.EPHEMERAL)
        .forPath(
            LighterZNodes.of(conf, lighter).server(endpoint.serverName()),
            registration.toByteArray());
    return client;
  }

  private static LighterConfiguration lighter(Configuration conf) throws IOException {
    try {
      return LighterConfiguration.of(conf);
    } catch (ConfigurationException e) {
      throw new IOException(e);
    }
  }

  public ServerName serverName() {
    return endpoint.serverName();
  }

  /** Hides the completion of jobs from now on. */
  public void hold() {
    held.clear();
    cancelled.clear();
    submitted.clear();
    holding = true;
  }

  /** Reports completed jobs again. */
  public void release() {
    holding = false;
  }

  /** Changes the plans of jobs that are submitted from now on. */
  public void changePlans(UnaryOperator<CompactionPlan> change) {
    plans = change;
  }

  /** Jobs that completed since {@link #hold}, while their completion was hidden. */
  public Set<String> held() {
    return Set.copyOf(held);
  }

  /** Jobs that a region server cancelled, since {@link #hold}. */
  public Set<String> cancelled() {
    return Set.copyOf(cancelled);
  }

  /** Jobs that were submitted since {@link #hold}. */
  public Set<String> submitted() {
    return Set.copyOf(submitted);
  }

  @Override
  public SubmitResponse submit(RpcController controller, SubmitRequest request)
      throws ServiceException {
    submitted.add(request.getJobId());
    return real.submit(null, request.toBuilder().setPlan(plans.apply(request.getPlan())).build());
  }

  @Override
  public HeartbeatResponse heartbeat(RpcController controller, HeartbeatRequest request)
      throws ServiceException {
    HeartbeatResponse answer = real.heartbeat(null, request);
    if (answer.getState() != JobState.COMPLETED || !holding) {
      return answer;
    }
    held.add(request.getJobId());
    return HeartbeatResponse.newBuilder()
        .setState(JobState.COMPACTING)
        .setProgress(answer.getProgress())
        .build();
  }

  @Override
  public FinishResponse finish(RpcController controller, FinishRequest request)
      throws ServiceException {
    return real.finish(null, request);
  }

  @Override
  public CancelResponse cancel(RpcController controller, CancelRequest request)
      throws ServiceException {
    cancelled.add(request.getJobId());
    return real.cancel(null, request);
  }

  @Override
  public ListChunksResponse listChunks(RpcController controller, ListChunksRequest request)
      throws ServiceException {
    return real.listChunks(null, request);
  }

  @Override
  public FetchChunkResponse fetchChunk(RpcController controller, FetchChunkRequest request)
      throws ServiceException {
    return real.fetchChunk(null, request);
  }

  @Override
  public ReleaseOutputResponse releaseOutput(RpcController controller, ReleaseOutputRequest request)
      throws ServiceException {
    return real.releaseOutput(null, request);
  }

  @Override
  public void close() {
    zooKeeper.close();
    endpoint.close();
    caller.close();
  }
}
