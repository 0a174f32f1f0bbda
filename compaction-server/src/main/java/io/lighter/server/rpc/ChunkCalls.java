// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.rpc;

import io.lighter.chunk.BlockFormName;
import io.lighter.common.CompactionJobId;
import io.lighter.common.protocol.LighterProtos.FetchChunkRequest;
import io.lighter.common.protocol.LighterProtos.FetchChunkResponse;
import io.lighter.common.protocol.LighterProtos.FileChunks;
import io.lighter.common.protocol.LighterProtos.ListChunksRequest;
import io.lighter.common.protocol.LighterProtos.ListChunksResponse;
import io.lighter.common.protocol.LighterProtos.ReleaseOutputRequest;
import io.lighter.common.protocol.LighterProtos.StoreFileName;
import io.lighter.server.cache.OutputCache;
import io.lighter.server.cache.StoredFrame;
import io.lighter.server.channel.ChannelOffers;
import io.lighter.service.rpc.CallerCheck;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.ipc.RpcCall;
import org.apache.hadoop.hbase.ipc.RpcServer;
import org.apache.hbase.thirdparty.com.google.protobuf.UnsafeByteOperations;

/** Answers calls about retained outputs, on RPC handler threads. Thread-safe. */
public final class ChunkCalls {
  private final OutputCache cache;
  private final ChannelOffers channels;

  public ChunkCalls(OutputCache cache, ChannelOffers channels) {
    this.cache = cache;
    this.channels = channels;
  }

  ListChunksResponse list(CompactionJobId job, ListChunksRequest request) {
    Optional<List<FileChunks>> files = cache.list(job);
    ListChunksResponse.Builder response =
        ListChunksResponse.newBuilder()
            .setKept(files.isPresent())
            .addAllFile(files.orElse(List.of()));
    BlockFormName.sent().ifPresent(response::setBlockForm);
    if (files.isPresent() && request.getWantChannel()) {
      channels.offer(job, CallerCheck.caller()).ifPresent(response::setChannel);
    }
    return response.build();
  }

  /** Names the job whose retained output has a file, for a secondary replica. */
  ListChunksResponse find(StoreFileName file) {
    Optional<CompactionJobId> job = cache.find(file.getRegion(), file.getFamily(), file.getName());
    ListChunksResponse.Builder response = ListChunksResponse.newBuilder().setKept(job.isPresent());
    job.ifPresent(found -> response.setJobId(found.value()));
    return response.build();
  }

  /**
   * Sends the frame itself, not a copy. HBase's server copies the frame once, into the response for
   * Netty. The copy is made on this thread after this method has returned; then the call's callback
   * releases the reference.
   */
  FetchChunkResponse fetch(CompactionJobId job, FetchChunkRequest request) {
    RpcCall call =
        RpcServer.getCurrentCall().orElseThrow(() -> new IllegalStateException("not in a call"));
    Optional<StoredFrame> frame = cache.fetch(job, request.getFile(), request.getChunk());
    if (frame.isEmpty()) {
      return FetchChunkResponse.getDefaultInstance();
    }
    call.setCallBack(frame.get()::release);
    return FetchChunkResponse.newBuilder()
        .setFrame(UnsafeByteOperations.unsafeWrap(frame.get().buffer()))
        .build();
  }

  /** Releases an output for one replica, or for all if the primary has discarded the output. */
  void release(CompactionJobId job, ReleaseOutputRequest request) {
    if (request.getDiscarded() && request.getReplicaId() == RegionInfo.DEFAULT_REPLICA_ID) {
      cache.discard(job);
    } else {
      cache.release(job, request.getReplicaId());
    }
  }

  void renew(CompactionJobId job) {
    cache.renew(job);
  }
}
