// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.micro;

import io.lighter.benchmarks.micro.ChunkTransportBenchmark.Transport;
import io.lighter.common.protocol.LighterProtos.CompactionServerService;
import io.lighter.common.protocol.LighterProtos.FetchChunkRequest;
import io.lighter.common.protocol.LighterProtos.FetchChunkResponse;
import io.lighter.common.rpc.RpcCaller;
import io.lighter.service.rpc.RpcEndpoint;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hbase.thirdparty.com.google.protobuf.UnsafeByteOperations;

/** FetchChunk over HBase's RPC, as the compaction server serves it. */
final class RpcTransport implements Transport {
  private final RpcEndpoint endpoint;
  private final RpcCaller caller;
  private final CompactionServerService.BlockingInterface stub;
  private final ExecutorService window =
      Executors.newFixedThreadPool(ChunkTransportBenchmark.WINDOW);

  private RpcTransport(RpcEndpoint endpoint, RpcCaller caller) {
    this.endpoint = endpoint;
    this.caller = caller;
    this.stub = caller.compactionServer(endpoint.serverName(), Duration.ofSeconds(20));
  }

  static RpcTransport start(Configuration conf, List<ByteBuffer> frames) throws IOException {
    // Only FetchChunk is called.
    CompactionServerService.BlockingInterface service =
        (CompactionServerService.BlockingInterface)
            Proxy.newProxyInstance(
                RpcTransport.class.getClassLoader(),
                new Class<?>[] {CompactionServerService.BlockingInterface.class},
                (proxy, method, args) -> {
                  FetchChunkRequest request = (FetchChunkRequest) args[1];
                  ByteBuffer frame = frames.get(request.getChunk() % frames.size()).duplicate();
                  return FetchChunkResponse.newBuilder()
                      .setFrame(UnsafeByteOperations.unsafeWrap(frame))
                      .build();
                });
    RpcEndpoint endpoint =
        RpcEndpoint.start(
            conf,
            new RpcEndpoint.Settings("bench", "127.0.0.1", "localhost", 0, 10),
            CompactionServerService.newReflectiveBlockingService(service),
            CompactionServerService.BlockingInterface.class);
    return new RpcTransport(endpoint, new RpcCaller(conf));
  }

  @Override
  public long fetch(int count) throws Exception {
    AtomicInteger next = new AtomicInteger();
    List<Future<Long>> workers = new ArrayList<>();
    for (int i = 0; i < ChunkTransportBenchmark.WINDOW; i++) {
      workers.add(window.submit(() -> fetchUntil(count, next)));
    }
    long bytes = 0;
    for (Future<Long> worker : workers) {
      bytes += worker.get();
    }
    return bytes;
  }

  private long fetchUntil(int count, AtomicInteger next) throws IOException {
    long bytes = 0;
    for (int i = next.getAndIncrement(); i < count; i = next.getAndIncrement()) {
      FetchChunkRequest request =
          FetchChunkRequest.newBuilder().setJobId("cj-0").setFile("f").setChunk(i).build();
      bytes += RpcCaller.call(() -> stub.fetchChunk(null, request)).getFrame().size();
    }
    return bytes;
  }

  @Override
  public void close() {
    window.shutdown();
    caller.close();
    endpoint.close();
  }
}
