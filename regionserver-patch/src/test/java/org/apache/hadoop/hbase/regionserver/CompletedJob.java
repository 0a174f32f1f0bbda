// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.chunk.BlockFormName;
import io.lighter.chunk.ChunkVersion;
import io.lighter.common.CompactionJobId;
import io.lighter.common.config.WarmupStrategy;
import io.lighter.common.protocol.LighterProtos.CancelRequest;
import io.lighter.common.protocol.LighterProtos.ChunkChannelOffer;
import io.lighter.common.protocol.LighterProtos.CompactionServerService;
import io.lighter.common.protocol.LighterProtos.FetchChunkRequest;
import io.lighter.common.protocol.LighterProtos.HeartbeatRequest;
import io.lighter.common.protocol.LighterProtos.HeartbeatResponse;
import io.lighter.common.protocol.LighterProtos.InputFile;
import io.lighter.common.protocol.LighterProtos.JobState;
import io.lighter.common.protocol.LighterProtos.ListChunksRequest;
import io.lighter.common.protocol.LighterProtos.ListChunksResponse;
import io.lighter.common.protocol.LighterProtos.SubmitRequest;
import io.lighter.common.rpc.Protocol;
import io.lighter.common.rpc.RpcCaller;
import java.io.IOException;
import java.time.Duration;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;

/**
 * A completed job with a retained output, as its owner sees it. Only the given caller sends
 * heartbeats, finishes, cancels or releases the job, and no region server knows of it.
 */
final class CompletedJob {
  private static final Duration CALL_TIMEOUT = Duration.ofMinutes(1);
  private static final long HEARTBEAT_TIMEOUT_MS = 300_000;
  private static final long DEADLINE_MS = 600_000;

  private final SubmitRequest request;
  private final CompactionServerService.BlockingInterface server;

  private CompletedJob(SubmitRequest request, CompactionServerService.BlockingInterface server) {
    this.request = request;
    this.server = server;
  }

  /** Submits a major compaction of a new table's only region, and returns after its completion. */
  static CompletedJob submit(OffloadCluster cluster, RpcCaller owner) throws Exception {
    HRegion region = CachedRows.create(cluster, WarmupStrategy.NONE);
    CompletedJob job =
        new CompletedJob(
            request(region), owner.compactionServer(cluster.compactionServer(), CALL_TIMEOUT));
    assertThat(RpcCaller.call(() -> job.server.submit(null, job.request)).hasRefusal()).isFalse();
    cluster.await(
        () -> {
          HeartbeatResponse answer = job.heartbeat();
          assertThat(answer.getState()).as(answer.getMessage()).isNotEqualTo(JobState.FAILED);
          return answer.getState() == JobState.COMPLETED;
        });
    assertThat(job.list().getKept()).isTrue();
    return job;
  }

  private static SubmitRequest request(HRegion region) throws IOException {
    HStore store = region.getStores().get(0);
    SubmitRequest.Builder request =
        SubmitRequest.newBuilder()
            .setProtocolVersion(Protocol.VERSION)
            .setJobId(CompactionJobId.random().value())
            .setRegionServer(region.getRegionServerServices().getServerName().getServerName())
            .setTableDescriptor(
                ByteString.copyFrom(
                    TableDescriptorBuilder.toByteArray(region.getTableDescriptor())))
            .setRegionInfo(ByteString.copyFrom(RegionInfo.toByteArray(region.getRegionInfo())))
            .setFamily(ByteString.copyFromUtf8(store.getColumnFamilyName()))
            .setEngine(DefaultStoreEngine.class.getName())
            .setMajor(true)
            .setAllFiles(true)
            .setSmallestReadPoint(region.getSmallestReadPoint())
            .setPriority(store.getCompactPriority())
            .setDeadlineMs(DEADLINE_MS)
            .setHeartbeatTimeoutMs(HEARTBEAT_TIMEOUT_MS)
            .setKeepOutput(true)
            .setBlockForm(BlockFormName.cached().orElseThrow())
            .addAllChunkVersion(ChunkVersion.readable());
    store.getMaxSequenceId().ifPresent(request::setStoreMaxSequenceId);
    for (HStoreFile file : store.getStorefiles()) {
      request.addInput(
          InputFile.newBuilder()
              .setName(file.getPath().getName())
              .setLength(file.getReader().length()));
    }
    return request.build();
  }

  String id() {
    return request.getJobId();
  }

  /** The submitted request. */
  SubmitRequest request() {
    return request;
  }

  HeartbeatResponse heartbeat() throws IOException {
    HeartbeatRequest heartbeat = HeartbeatRequest.newBuilder().setJobId(id()).build();
    return RpcCaller.call(() -> server.heartbeat(null, heartbeat));
  }

  ListChunksResponse list() throws IOException {
    ListChunksRequest list = ListChunksRequest.newBuilder().setJobId(id()).build();
    return RpcCaller.call(() -> server.listChunks(null, list));
  }

  /** Requests an offer for one chunk channel. */
  ChunkChannelOffer offer() throws IOException {
    ListChunksRequest list =
        ListChunksRequest.newBuilder().setJobId(id()).setWantChannel(true).build();
    ListChunksResponse listed = RpcCaller.call(() -> server.listChunks(null, list));
    assertThat(listed.hasChannel()).isTrue();
    return listed.getChannel();
  }

  /** The first chunk of the only output, over RPC. */
  ByteString firstChunk() throws IOException {
    FetchChunkRequest fetch =
        FetchChunkRequest.newBuilder()
            .setJobId(id())
            .setFile(list().getFile(0).getName())
            .setChunk(0)
            .build();
    return RpcCaller.call(() -> server.fetchChunk(null, fetch)).getFrame();
  }

  /** Cancels the job; false if the job had ended before. */
  boolean cancel() throws IOException {
    CancelRequest cancel = CancelRequest.newBuilder().setJobId(id()).setReason("a test").build();
    return RpcCaller.call(() -> server.cancel(null, cancel)).getCancelled();
  }
}
