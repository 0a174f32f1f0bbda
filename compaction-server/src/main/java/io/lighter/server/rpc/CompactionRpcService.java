// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.rpc;

import io.lighter.common.CompactionJobId;
import io.lighter.common.ServerNames;
import io.lighter.common.protocol.LighterProtos.AskBuildJobRequest;
import io.lighter.common.protocol.LighterProtos.AskBuildJobResponse;
import io.lighter.common.protocol.LighterProtos.CancelBuildJobRequest;
import io.lighter.common.protocol.LighterProtos.CancelBuildJobResponse;
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
import io.lighter.common.protocol.LighterProtos.Refusal;
import io.lighter.common.protocol.LighterProtos.ReleaseOutputRequest;
import io.lighter.common.protocol.LighterProtos.ReleaseOutputResponse;
import io.lighter.common.protocol.LighterProtos.SubmitBuildJobRequest;
import io.lighter.common.protocol.LighterProtos.SubmitBuildJobResponse;
import io.lighter.common.protocol.LighterProtos.SubmitRequest;
import io.lighter.common.protocol.LighterProtos.SubmitResponse;
import io.lighter.index.build.BuildJob;
import io.lighter.server.job.JobScheduler;
import io.lighter.server.job.JobSpec;
import io.lighter.server.job.RefusedException;
import io.lighter.server.job.StoreBusy;
import io.lighter.server.metrics.ServerMetrics;
import io.lighter.server.pacing.ReportedPressure;
import io.lighter.service.rpc.CallerCheck;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.ipc.RpcServer;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;
import org.apache.hbase.thirdparty.com.google.protobuf.RpcController;
import org.apache.hbase.thirdparty.com.google.protobuf.ServiceException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves the calls of region servers, on RPC handler threads. Thread-safe. */
public final class CompactionRpcService implements CompactionServerService.BlockingInterface {
  private static final Logger LOG = LoggerFactory.getLogger(CompactionRpcService.class);
  private static final String SUBMIT = "submit a compaction";

  private final SubmitValidator validator;
  private final JobScheduler scheduler;
  private final ServerMetrics metrics;
  private final CallerCheck callers;
  private final ChunkCalls chunks;
  private final BiConsumer<CompactionJobId, ReportedPressure> pressures;
  private final BuildJobCalls builds;

  /**
   * Creates the service.
   *
   * @param pressures receives the pressure on the region server of a job; for any id
   * @param builds answers the calls about index builds, of callers that are checked
   */
  public CompactionRpcService(
      SubmitValidator validator,
      JobScheduler scheduler,
      ServerMetrics metrics,
      CallerCheck callers,
      ChunkCalls chunks,
      BiConsumer<CompactionJobId, ReportedPressure> pressures,
      BuildJobCalls builds) {
    this.validator = validator;
    this.scheduler = scheduler;
    this.metrics = metrics;
    this.callers = callers;
    this.chunks = chunks;
    this.pressures = pressures;
    this.builds = builds;
  }

  @Override
  public SubmitResponse submit(RpcController controller, SubmitRequest request)
      throws ServiceException {
    try {
      callers.requireService(SUBMIT);
      JobSpec job = validator.validate(request);
      requireAwaited();
      long waitMs = scheduler.submit(job);
      SubmitResponse.Builder accepted = SubmitResponse.newBuilder().setExpectedWaitMs(waitMs);
      if (job.outlives()) {
        accepted.setOutlives(true);
      }
      return accepted.build();
    } catch (AccessDeniedException e) { // already counted and logged
      return SubmitResponse.newBuilder()
          .setRefusal(Refusal.FORBIDDEN)
          .setMessage(e.getMessage())
          .build();
    } catch (RefusedException e) {
      metrics.refused(e.refusal());
      LOG.warn(
          "{} of {} refused as {}: {}",
          StoreFileNames.quoted(request.getJobId()),
          CallerCheck.caller(),
          e.refusal(),
          e.getMessage());
      if (e.refusal() == Refusal.INVALID) { // no region server sends such a request
        CallerCheck.suspicious(SUBMIT, e.getMessage(), StoreFileNames.quoted(request.getJobId()));
      }
      SubmitResponse.Builder response =
          SubmitResponse.newBuilder().setRefusal(e.refusal()).setMessage(e.getMessage());
      if (e.expectedWaitMs() > 0) {
        response.setExpectedWaitMs(e.expectedWaitMs());
      }
      return response.build();
    } catch (IOException e) {
      if (StoreBusy.isCauseOf(e)) {
        return storeBusy(request, e);
      }
      throw new ServiceException(e);
    }
  }

  /** As an exception, the store's answer would reach the region server as that of any failure. */
  private SubmitResponse storeBusy(SubmitRequest request, IOException answer) {
    metrics.refused(Refusal.BUSY);
    metrics.storeBusy();
    LOG.warn(
        "{} refused: the object store asks for fewer requests",
        StoreFileNames.quoted(request.getJobId()),
        answer);
    return SubmitResponse.newBuilder()
        .setRefusal(Refusal.BUSY)
        .setMessage("the object store asks for fewer requests")
        .setStoreBusy(true)
        .build();
  }

  /** Refuses a request whose caller has timed out while HDFS was slow. */
  private static void requireAwaited() throws RefusedException {
    long now = EnvironmentEdgeManager.currentTime();
    if (RpcServer.getCurrentCall().map(call -> call.getDeadline() < now).orElse(false)) {
      throw new RefusedException(Refusal.BUSY, "the caller waits no longer");
    }
  }

  @Override
  public HeartbeatResponse heartbeat(RpcController controller, HeartbeatRequest request)
      throws ServiceException {
    requireService("ask for a job");
    String sender = sender(request.getRegionServer());
    return parse(request.getJobId())
        .map(
            id -> {
              chunks.renew(id);
              ReportedPressure pressure = ReportedPressure.of(request);
              pressures.accept(id, pressure);
              return scheduler.heartbeat(
                  id, pressure.urgent().orElse(false), sender, request.getAdopt());
            })
        .orElseGet(
            () ->
                HeartbeatResponse.newBuilder()
                    .setState(JobState.CANCELLED)
                    .setMessage("unknown job " + StoreFileNames.quoted(request.getJobId()))
                    .build());
  }

  @Override
  public FinishResponse finish(RpcController controller, FinishRequest request)
      throws ServiceException {
    requireService("finish a job");
    String sender = sender(request.getRegionServer());
    JobState state =
        parse(request.getJobId())
            .map(id -> scheduler.finish(id, sender).toProto())
            .orElse(JobState.CANCELLED);
    return FinishResponse.newBuilder().setState(state).build();
  }

  @Override
  public CancelResponse cancel(RpcController controller, CancelRequest request)
      throws ServiceException {
    requireService("cancel a job");
    String sender = sender(request.getRegionServer());
    List<CompactionJobId> cancelled =
        request.hasQueuedOfTable()
            ? scheduler.cancelQueuedForOperator(table(request), request.getReason())
            : parse(request.getJobId()).filter(id -> cancel(id, request, sender)).stream().toList();
    return CancelResponse.newBuilder()
        .setCancelled(!cancelled.isEmpty())
        .addAllJobId(cancelled.stream().map(CompactionJobId::value).toList())
        .build();
  }

  private boolean cancel(CompactionJobId id, CancelRequest request, String sender) {
    return request.getByOperator()
        ? scheduler.cancelForOperator(id, request.getReason())
        : scheduler.cancel(id, request.getReason(), sender);
  }

  /** The name that a region server sent; empty if it sent none. */
  private static String sender(String name) throws ServiceException {
    if (!name.isEmpty()
        && (ServerNames.parse(name).isEmpty() || name.chars().anyMatch(Character::isISOControl))) {
      throw new ServiceException(
          new DoNotRetryIOException(
              "region_server = "
                  + StoreFileNames.quoted(name)
                  + ": expected host,port,startcode of a region server"));
    }
    return name;
  }

  private static TableName table(CancelRequest request) throws ServiceException {
    try {
      return TableName.valueOf(request.getQueuedOfTable());
    } catch (IllegalArgumentException e) {
      throw new ServiceException(
          new DoNotRetryIOException(
              "not a table: " + StoreFileNames.quoted(request.getQueuedOfTable()), e));
    }
  }

  @Override
  public ListChunksResponse listChunks(RpcController controller, ListChunksRequest request)
      throws ServiceException {
    requireService("list chunks");
    if (request.hasFind()) {
      return chunks.find(request.getFind());
    }
    return parse(request.getJobId())
        .map(id -> chunks.list(id, request))
        .orElseGet(() -> ListChunksResponse.newBuilder().setKept(false).build());
  }

  @Override
  public FetchChunkResponse fetchChunk(RpcController controller, FetchChunkRequest request)
      throws ServiceException {
    requireService("fetch a chunk");
    return parse(request.getJobId())
        .map(id -> chunks.fetch(id, request))
        .orElseGet(FetchChunkResponse::getDefaultInstance);
  }

  @Override
  public ReleaseOutputResponse releaseOutput(RpcController controller, ReleaseOutputRequest request)
      throws ServiceException {
    requireService("release an output");
    parse(request.getJobId()).ifPresent(id -> chunks.release(id, request));
    return ReleaseOutputResponse.getDefaultInstance();
  }

  @Override
  public SubmitBuildJobResponse submitBuildJob(
      RpcController controller, SubmitBuildJobRequest request) throws ServiceException {
    try {
      callers.requireService(BuildJobCalls.SUBMIT);
      BuildJob job = builds.validate(request);
      requireAwaited();
      builds.submit(job, request);
      return SubmitBuildJobResponse.getDefaultInstance();
    } catch (AccessDeniedException e) { // already counted and logged
      return SubmitBuildJobResponse.newBuilder()
          .setRefusal(Refusal.FORBIDDEN)
          .setMessage(e.getMessage())
          .build();
    } catch (RefusedException e) {
      metrics.refused(e.refusal());
      return BuildJobCalls.refused(request, e);
    } catch (IOException e) {
      throw new ServiceException(e);
    }
  }

  @Override
  public AskBuildJobResponse askBuildJob(RpcController controller, AskBuildJobRequest request)
      throws ServiceException {
    requireService("ask for a job of an index build");
    return builds.ask(request);
  }

  @Override
  public CancelBuildJobResponse cancelBuildJob(
      RpcController controller, CancelBuildJobRequest request) throws ServiceException {
    requireService("cancel a job of an index build");
    return builds.cancel(request);
  }

  private void requireService(String request) throws ServiceException {
    try {
      callers.requireService(request);
    } catch (AccessDeniedException e) {
      throw new ServiceException(e);
    }
  }

  /** Parses a job's id; empty if the text is no id. */
  private static Optional<CompactionJobId> parse(String id) {
    try {
      return Optional.of(new CompactionJobId(id));
    } catch (IllegalArgumentException e) {
      LOG.debug("call with an invalid job id", e);
      return Optional.empty();
    }
  }
}
