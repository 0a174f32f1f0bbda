// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.chunk.BlockFormName;
import io.lighter.chunk.ChunkVersion;
import io.lighter.common.protocol.LighterProtos.CompactionServerService;
import io.lighter.common.protocol.LighterProtos.HeartbeatRequest;
import io.lighter.common.protocol.LighterProtos.HeartbeatResponse;
import io.lighter.common.protocol.LighterProtos.JobState;
import io.lighter.common.protocol.LighterProtos.ListChunksRequest;
import io.lighter.common.protocol.LighterProtos.ListChunksResponse;
import io.lighter.common.protocol.LighterProtos.ReleaseOutputRequest;
import io.lighter.common.protocol.LighterProtos.SubmitRequest;
import io.lighter.common.rpc.RpcCaller;
import java.io.IOException;
import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Waiter;
import org.apache.hadoop.hbase.regionserver.HRegion;

/** Calls of a region server over real RPC, about a job with a retained output. */
final class JobCalls {
  private static final long WAIT_MS = 60_000;

  private final RpcCaller rpc;

  JobCalls(RpcCaller rpc) {
    this.rpc = rpc;
  }

  /** A request to compact the region's store and to retain the output. */
  static SubmitRequest.Builder retaining(HRegion target) throws IOException {
    return CompactionServerIT.request(target)
        .setKeepOutput(true)
        .setBlockForm(BlockFormName.cached().orElseThrow())
        .addAllChunkVersion(ChunkVersion.readable());
  }

  /** Submits the job, waits until the job has completed, and returns the last heartbeat. */
  HeartbeatResponse compacted(CompactionServer by, SubmitRequest request) throws Exception {
    assertThat(RpcCaller.call(() -> stub(by).submit(null, request)).hasRefusal()).isFalse();
    HeartbeatRequest heartbeat = HeartbeatRequest.newBuilder().setJobId(request.getJobId()).build();
    await(
        () -> {
          HeartbeatResponse answer = RpcCaller.call(() -> stub(by).heartbeat(null, heartbeat));
          assertThat(answer.getState()).as(answer.getMessage()).isNotEqualTo(JobState.FAILED);
          return answer.getState() == JobState.COMPLETED;
        });
    return RpcCaller.call(() -> stub(by).heartbeat(null, heartbeat));
  }

  ListChunksResponse list(CompactionServer from, SubmitRequest request) throws IOException {
    ListChunksRequest list = ListChunksRequest.newBuilder().setJobId(request.getJobId()).build();
    return RpcCaller.call(() -> stub(from).listChunks(null, list));
  }

  void release(CompactionServer from, SubmitRequest request) throws IOException {
    ReleaseOutputRequest release =
        ReleaseOutputRequest.newBuilder().setJobId(request.getJobId()).build();
    assertThat(RpcCaller.call(() -> stub(from).releaseOutput(null, release))).isNotNull();
  }

  CompactionServerService.BlockingInterface stub(CompactionServer to) {
    return rpc.compactionServer(to.serverName(), Duration.ofMinutes(1));
  }

  /** Waits up to 60 s for the condition. */
  static void await(Waiter.Predicate<Exception> condition) throws Exception {
    assertThat(Waiter.waitFor(new Configuration(false), WAIT_MS, 20, false, condition))
        .as("milliseconds until the condition held")
        .isNotNegative();
  }
}
