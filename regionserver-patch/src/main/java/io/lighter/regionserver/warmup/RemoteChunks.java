package io.lighter.regionserver.warmup;

import io.lighter.common.protocol.LighterProtos.ChunkInfo;
import io.lighter.common.protocol.LighterProtos.CompactionServerService;
import io.lighter.common.protocol.LighterProtos.FetchChunkRequest;
import io.lighter.common.protocol.LighterProtos.FetchChunkResponse;
import io.lighter.common.protocol.LighterProtos.FileChunks;
import io.lighter.common.protocol.LighterProtos.HeartbeatRequest;
import io.lighter.common.protocol.LighterProtos.ListChunksRequest;
import io.lighter.common.protocol.LighterProtos.ListChunksResponse;
import io.lighter.common.protocol.LighterProtos.ReleaseOutputRequest;
import io.lighter.common.rpc.RpcCaller;
import io.lighter.warmup.ChunkSupply;
import io.lighter.warmup.chunk.Chunk;
import io.lighter.warmup.chunk.ChunkDecoder;
import io.lighter.warmup.chunk.CorruptChunkException;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The chunks of one output in the memory of the compaction server that wrote it.
 *
 * <p>The server is not trusted: names, order and sizes are checked before anything is allocated,
 * and the codec checks the bytes. After some failures in a row the server is not asked any more.
 * Thread-safe.
 */
final class RemoteChunks {
  private static final Logger LOG = LoggerFactory.getLogger(RemoteChunks.class);
  private static final int FAILURES_TO_GIVE_UP = 2;

  private final KeptOutput output;
  private final CompactionServerService.BlockingInterface server;
  private final Duration timeout;
  private final ExecutorService fetchers;
  private final ChunkDecoder.Limits limits;
  private final WarmupMetrics metrics;
  private final AtomicInteger failuresInRow = new AtomicInteger();

  /** At most one renewal is under way. */
  private final AtomicBoolean renewing = new AtomicBoolean();

  /**
   * The chunks of an output; nothing is called yet.
   *
   * @param fetchers run the calls that look ahead
   * @param timeout of each call
   */
  RemoteChunks(
      KeptOutput output,
      RpcCaller caller,
      Duration timeout,
      ExecutorService fetchers,
      ChunkDecoder.Limits limits,
      WarmupMetrics metrics) {
    this.output = output;
    this.server = caller.compactionServer(output.server(), timeout);
    this.timeout = timeout;
    this.fetchers = fetchers;
    this.limits = limits;
    this.metrics = metrics;
  }

  KeptOutput output() {
    return output;
  }

  /** A decoder for one thread. */
  ChunkDecoder newDecoder() {
    return new ChunkDecoder(limits);
  }

  /** What the server has of each file, by file name; files of which it has nothing are missing. */
  Map<String, ChunkSupply> supplies() throws IOException {
    Map<String, ChunkSupply> supplies = new HashMap<>();
    list().forEach(file -> supplies.put(file.getName(), new RemoteSupply(this, file)));
    return supplies;
  }

  /** What the server has of each file. */
  List<FileChunks> list() throws IOException {
    ListChunksResponse response =
        RpcCaller.call(
            () ->
                server.listChunks(
                    null, ListChunksRequest.newBuilder().setJobId(output.job().value()).build()));
    if (!response.getKept()) {
      throw new IOException(output.server() + " keeps nothing of " + output.job());
    }
    return response.getFileList();
  }

  /** Renews the lease on the output, so that it waits for us. Does not wait. */
  void renew() {
    if (!fetchers.isShutdown() && renewing.compareAndSet(false, true)) {
      fetchers.execute(this::renewNow);
    }
  }

  private void renewNow() {
    try {
      RpcCaller.call(
          () ->
              server.heartbeat(
                  null, HeartbeatRequest.newBuilder().setJobId(output.job().value()).build()));
    } catch (IOException e) {
      failed();
      LOG.info(
          "{}: could not renew the lease at {}: {}", output.job(), output.server(), e.toString());
    } finally {
      renewing.set(false);
    }
  }

  /** Tells the server that nothing of the output is needed any more. */
  void release() {
    try {
      RpcCaller.call(
          () ->
              server.releaseOutput(
                  null, ReleaseOutputRequest.newBuilder().setJobId(output.job().value()).build()));
    } catch (IOException e) { // the lease ends soon
      LOG.info("{}: could not release it at {}: {}", output.job(), output.server(), e.toString());
    }
  }

  boolean isGivenUp() {
    return failuresInRow.get() >= FAILURES_TO_GIVE_UP;
  }

  ExecutorService fetchers() {
    return fetchers;
  }

  Duration timeout() {
    return timeout;
  }

  /** Fetches a frame; on the calling thread. */
  ByteString fetch(String file, int index, ChunkInfo info) throws IOException {
    if (isGivenUp()) {
      throw new IOException(output.server() + " is not asked any more");
    }
    if (info.getFrameBytes() > limits.maxFrameBytes()
        || info.getRawBytes() > limits.maxRawBytes()) {
      throw new IOException("chunk of " + info.getRawBytes() + " bytes is too large");
    }
    try {
      FetchChunkResponse response =
          RpcCaller.call(
              () ->
                  server.fetchChunk(
                      null,
                      FetchChunkRequest.newBuilder()
                          .setJobId(output.job().value())
                          .setFile(file)
                          .setChunk(index)
                          .build()));
      if (!response.hasFrame()) {
        throw new IOException(output.server() + " has dropped chunk " + index + " of " + file);
      }
      failuresInRow.set(0);
      return response.getFrame();
    } catch (IOException e) {
      failed();
      throw e;
    }
  }

  /** Decodes; asks once more for a frame that is damaged. */
  Chunk decode(ChunkDecoder decoder, ByteString frame, String file, int index, ChunkInfo info)
      throws IOException {
    try {
      return decoder.decode(frame.asReadOnlyByteBuffer());
    } catch (CorruptChunkException e) {
      metrics.refetched();
      LOG.warn(
          "{}: chunk {} of {} from {} is damaged: {}",
          output.job(),
          index,
          file,
          output.server(),
          e.getMessage());
      return decoder.decode(fetch(file, index, info).asReadOnlyByteBuffer());
    }
  }

  void failed() {
    if (failuresInRow.incrementAndGet() == FAILURES_TO_GIVE_UP) {
      metrics.fellBack();
      LOG.warn("{}: {} does not deliver; the rest comes from HDFS", output.job(), output.server());
    }
  }
}
