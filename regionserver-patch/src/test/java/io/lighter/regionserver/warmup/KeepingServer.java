package io.lighter.regionserver.warmup;

import io.lighter.common.protocol.LighterProtos.CancelRequest;
import io.lighter.common.protocol.LighterProtos.CancelResponse;
import io.lighter.common.protocol.LighterProtos.ChunkInfo;
import io.lighter.common.protocol.LighterProtos.CompactionServerService;
import io.lighter.common.protocol.LighterProtos.FetchChunkRequest;
import io.lighter.common.protocol.LighterProtos.FetchChunkResponse;
import io.lighter.common.protocol.LighterProtos.FileChunks;
import io.lighter.common.protocol.LighterProtos.FinishRequest;
import io.lighter.common.protocol.LighterProtos.FinishResponse;
import io.lighter.common.protocol.LighterProtos.HeartbeatRequest;
import io.lighter.common.protocol.LighterProtos.HeartbeatResponse;
import io.lighter.common.protocol.LighterProtos.JobState;
import io.lighter.common.protocol.LighterProtos.ListChunksRequest;
import io.lighter.common.protocol.LighterProtos.ListChunksResponse;
import io.lighter.common.protocol.LighterProtos.ReleaseOutputRequest;
import io.lighter.common.protocol.LighterProtos.ReleaseOutputResponse;
import io.lighter.common.protocol.LighterProtos.SubmitRequest;
import io.lighter.common.protocol.LighterProtos.SubmitResponse;
import io.lighter.common.rpc.RpcEndpoint;
import java.io.Closeable;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hbase.thirdparty.com.google.protobuf.RpcController;

/** A compaction server that says to keep one chunk of every output, which nobody reads. */
public final class KeepingServer implements CompactionServerService.BlockingInterface, Closeable {
  private final RpcEndpoint endpoint;
  private final Set<String> released = ConcurrentHashMap.newKeySet();

  /** No release is answered before it is open. */
  private volatile CountDownLatch releases = new CountDownLatch(0);

  /** Listens when it returns. */
  public KeepingServer(Configuration conf) throws IOException {
    this.endpoint =
        RpcEndpoint.start(
            conf,
            new RpcEndpoint.Settings("keeping", "127.0.0.1", "localhost", 0, 2),
            CompactionServerService.newReflectiveBlockingService(this),
            CompactionServerService.BlockingInterface.class);
  }

  public ServerName serverName() {
    return endpoint.serverName();
  }

  /** Answers no release any more, until it is closed. */
  public void holdReleases() {
    releases = new CountDownLatch(1);
  }

  /** Jobs of which nothing needs to be kept. */
  public Set<String> released() {
    return Set.copyOf(released);
  }

  @Override
  public ListChunksResponse listChunks(RpcController controller, ListChunksRequest request) {
    ChunkInfo chunk =
        ChunkInfo.newBuilder()
            .setKind(ChunkInfo.Kind.DATA)
            .setFirstOffset(Long.MAX_VALUE - 1)
            .setEndOffset(Long.MAX_VALUE)
            .setBlocks(1)
            .setRawBytes(1)
            .setFrameBytes(1)
            .build();
    return ListChunksResponse.newBuilder()
        .setKept(true)
        .addFile(FileChunks.newBuilder().setName("f").addChunk(chunk))
        .buildPartial();
  }

  @Override
  public ReleaseOutputResponse releaseOutput(
      RpcController controller, ReleaseOutputRequest request) {
    try {
      releases.await();
      released.add(request.getJobId());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the server stops
    }
    return ReleaseOutputResponse.getDefaultInstance();
  }

  @Override
  public HeartbeatResponse heartbeat(RpcController controller, HeartbeatRequest request) {
    return HeartbeatResponse.newBuilder().setState(JobState.DONE).build();
  }

  @Override
  public SubmitResponse submit(RpcController controller, SubmitRequest request) {
    throw new UnsupportedOperationException("nothing is offloaded");
  }

  @Override
  public FinishResponse finish(RpcController controller, FinishRequest request) {
    throw new UnsupportedOperationException("nothing is offloaded");
  }

  @Override
  public CancelResponse cancel(RpcController controller, CancelRequest request) {
    throw new UnsupportedOperationException("nothing is offloaded");
  }

  @Override
  public FetchChunkResponse fetchChunk(RpcController controller, FetchChunkRequest request) {
    throw new UnsupportedOperationException("nobody misses a block of that chunk");
  }

  @Override
  public void close() {
    releases.countDown();
    endpoint.close();
  }
}
