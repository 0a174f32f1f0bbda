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
import org.apache.hadoop.hbase.ByteBufferKeyValue;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.ipc.HBaseRpcController;
import org.apache.hadoop.hbase.ipc.HBaseRpcControllerImpl;

/** FetchChunk over HBase's RPC, with the frame as the value of a cell beside the answer. */
final class CellTransport implements Transport {
  private final RpcEndpoint endpoint;
  private final RpcCaller caller;
  private final CompactionServerService.BlockingInterface stub;
  private final ExecutorService window =
      Executors.newFixedThreadPool(ChunkTransportBenchmark.WINDOW);

  private CellTransport(RpcEndpoint endpoint, RpcCaller caller) {
    this.endpoint = endpoint;
    this.caller = caller;
    this.stub = caller.compactionServer(endpoint.serverName(), Duration.ofSeconds(20));
  }

  static CellTransport start(Configuration conf, List<ByteBuffer> frames) throws IOException {
    List<ByteBuffer> cells = frames.stream().map(CellTransport::serialized).toList();
    // Only FetchChunk is called.
    CompactionServerService.BlockingInterface service =
        (CompactionServerService.BlockingInterface)
            Proxy.newProxyInstance(
                CellTransport.class.getClassLoader(),
                new Class<?>[] {CompactionServerService.BlockingInterface.class},
                (proxy, method, args) -> {
                  FetchChunkRequest request = (FetchChunkRequest) args[1];
                  ByteBuffer frame = cells.get(request.getChunk() % cells.size()).duplicate();
                  ((HBaseRpcController) args[0])
                      .setCellScanner(CellUtil.createCellScanner(List.of(cell(frame))));
                  return FetchChunkResponse.getDefaultInstance();
                });
    RpcEndpoint endpoint =
        RpcEndpoint.start(
            conf,
            new RpcEndpoint.Settings("bench", "127.0.0.1", "localhost", 0, 10),
            CompactionServerService.newReflectiveBlockingService(service),
            CompactionServerService.BlockingInterface.class);
    return new CellTransport(endpoint, new RpcCaller(conf));
  }

  /** A cell whose value is the frame, off the heap. */
  private static ByteBuffer serialized(ByteBuffer frame) {
    byte[] value = new byte[frame.remaining()];
    frame.duplicate().get(value);
    KeyValue cell =
        new KeyValue(
            new byte[] {1},
            HConstants.EMPTY_BYTE_ARRAY,
            HConstants.EMPTY_BYTE_ARRAY,
            0L,
            KeyValue.Type.Put,
            value);
    return ByteBuffer.allocateDirect(cell.getLength())
        .put(cell.getBuffer(), cell.getOffset(), cell.getLength())
        .flip();
  }

  private static Cell cell(ByteBuffer serialized) {
    return new ByteBufferKeyValue(serialized, 0, serialized.remaining());
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
      HBaseRpcController controller = new HBaseRpcControllerImpl();
      FetchChunkResponse unused = RpcCaller.call(() -> stub.fetchChunk(controller, request));
      if (!controller.cellScanner().advance()) {
        throw new IOException("no cell");
      }
      bytes += controller.cellScanner().current().getValueLength();
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
