// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.warmup.remote;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.lighter.chunk.ChunkDecoder;
import io.lighter.common.CompactionJobId;
import io.lighter.common.metrics.MetricProcess;
import io.lighter.common.metrics.MetricSet;
import io.lighter.common.protocol.LighterProtos.ChunkInfo;
import io.lighter.common.protocol.LighterProtos.FileChunks;
import io.lighter.common.protocol.LighterProtos.ListChunksResponse;
import io.lighter.common.rpc.RpcCaller;
import io.lighter.regionserver.channel.ChunkChannels;
import io.lighter.warmup.ChunkSupply;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.metrics.impl.MetricRegistryImpl;
import org.apache.hbase.thirdparty.com.google.protobuf.InvalidProtocolBufferException;
import org.apache.hbase.thirdparty.io.netty.buffer.PooledByteBufAllocator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.provider.MethodSource;

/** Lists of the retained chunks of an output, as {@link ListChunksResponse}s. */
class ChunkListFuzzTest {
  private static final int MAX_RAW_BYTES = 100_000;
  private static final ChunkDecoder.Limits LIMITS = ChunkDecoder.Limits.ofRawBytes(MAX_RAW_BYTES);
  private static final Configuration CONF = HBaseConfiguration.create();
  private static final ChunkChannels CHANNELS =
      new ChunkChannels(CONF, 1, PooledByteBufAllocator.DEFAULT);
  private static final WarmupMetrics METRICS =
      new WarmupMetrics(
          new MetricSet(
              MetricProcess.REGION_SERVER,
              new MetricRegistryImpl(MetricProcess.REGION_SERVER.registry())));

  private static RpcCaller caller;

  @BeforeAll
  static void prepareCalls() throws IOException {
    caller = new RpcCaller(CONF);
  }

  @AfterAll
  static void endCalls() {
    caller.close();
    CHANNELS.close();
  }

  static List<byte[]> seeds() {
    FileChunks file =
        FileChunks.newBuilder()
            .setName("0123456789abcdef0123456789abcdef")
            .addChunk(chunk(ChunkInfo.Kind.INDEX_AND_BLOOM, 9_000, 9_500))
            .addChunk(chunk(ChunkInfo.Kind.DATA, 0, 4_000))
            .addChunk(chunk(ChunkInfo.Kind.DATA, 4_000, 9_000))
            .build();
    return List.of(
        ListChunksResponse.newBuilder().setKept(false).build().toByteArray(),
        ListChunksResponse.newBuilder().setKept(true).addFile(file).build().toByteArray(),
        ListChunksResponse.newBuilder()
            .setKept(true)
            .addFile(file.toBuilder().addChunk(chunk(ChunkInfo.Kind.DATA, 9_000, 5)))
            .addFile(file)
            .build()
            .toByteArray());
  }

  private static ChunkInfo chunk(ChunkInfo.Kind kind, long first, long end) {
    return ChunkInfo.newBuilder()
        .setKind(kind)
        .setFirstOffset(first)
        .setEndOffset(end)
        .setBlocks(2)
        .setFrameBytes(1_000)
        .setRawBytes(2_000)
        .build();
  }

  @MethodSource("seeds")
  @FuzzTest
  void chunkLeadsForwardAndNoneBeyondTheLimitsIsAskedFor(byte[] input) {
    List<FileChunks> listed;
    try {
      listed = ListChunksResponse.parseFrom(input).getFileList();
    } catch (InvalidProtocolBufferException e) {
      return; // the RPC client's
    }
    Calls calls = new Calls();
    RemoteChunks chunks =
        new RemoteChunks(
            new RetainedOutput(CompactionJobId.random(), ServerName.valueOf("cs1", 16040, 1)),
            caller,
            CHANNELS,
            Duration.ofSeconds(1),
            new RemoteChunks.Threads(calls, calls),
            LIMITS,
            METRICS);

    Map<String, ChunkSupply> supplies = chunks.supplies(listed);

    List<ChunkSupply.Ticket> tickets = new ArrayList<>();
    for (FileChunks file : listed) {
      ChunkSupply supply = supplies.get(file.getName());
      tickets.addAll(supply.indexAndBloom());
      for (ChunkInfo chunk : file.getChunkList()) {
        for (long offset : List.of(chunk.getFirstOffset(), chunk.getEndOffset(), 0L)) {
          supply
              .covering(offset)
              .ifPresent(
                  ticket -> {
                    assertThat(ticket.endOffset()).isGreaterThan(offset);
                    tickets.add(ticket);
                  });
        }
      }
    }
    tickets.forEach(ChunkSupply.Ticket::request);
    tickets.forEach(ChunkSupply.Ticket::request);
    assertThat(calls.count).isLessThanOrEqualTo(withinLimits(listed));
  }

  private static long withinLimits(List<FileChunks> listed) {
    return listed.stream()
        .flatMap(file -> file.getChunkList().stream())
        .filter(
            chunk ->
                chunk.getFrameBytes() > 0
                    && chunk.getFrameBytes() <= LIMITS.maxFrameBytes()
                    && chunk.getRawBytes() <= MAX_RAW_BYTES)
        .count();
  }

  /** An executor that counts calls, and makes none. */
  private static final class Calls extends AbstractExecutorService {
    private long count;

    @Override
    public void execute(Runnable call) {
      count++;
    }

    @Override
    public void shutdown() {
      throw new UnsupportedOperationException();
    }

    @Override
    public List<Runnable> shutdownNow() {
      throw new UnsupportedOperationException();
    }

    @Override
    public boolean isShutdown() {
      return false;
    }

    @Override
    public boolean isTerminated() {
      return false;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
      return false;
    }
  }
}
