package io.lighter.regionserver.warmup.remote;

import io.lighter.chunk.BlockFormName;
import io.lighter.chunk.Chunk;
import io.lighter.chunk.ChunkDecoder;
import io.lighter.chunk.CorruptChunkException;
import io.lighter.common.protocol.LighterProtos.CompactionServerService;
import io.lighter.common.protocol.LighterProtos.FetchChunkRequest;
import io.lighter.common.protocol.LighterProtos.FetchChunkResponse;
import io.lighter.common.protocol.LighterProtos.FileChunks;
import io.lighter.common.protocol.LighterProtos.HeartbeatRequest;
import io.lighter.common.protocol.LighterProtos.ListChunksRequest;
import io.lighter.common.protocol.LighterProtos.ListChunksResponse;
import io.lighter.common.protocol.LighterProtos.ReleaseOutputRequest;
import io.lighter.common.rpc.RpcCaller;
import io.lighter.regionserver.channel.ChunkChannels;
import io.lighter.warmup.ChunkSupply;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The chunks of one output in the memory of the compaction server that wrote it.
 *
 * <p>Frames come over a chunk channel if the server offers one, and over RPC if it does not, and
 * from the channel's first failure on; what that failure has cost is asked for again over RPC.
 *
 * <p>The server is not trusted: names, order and sizes are checked before anything is allocated,
 * and the codec checks the bytes. After some failures of RPC in a row the server is not asked any
 * more. Thread-safe.
 */
public final class RemoteChunks {
  private static final Logger LOG = LoggerFactory.getLogger(RemoteChunks.class);
  private static final int FAILURES_TO_GIVE_UP = 2;

  private final KeptOutput output;
  private final CompactionServerService.BlockingInterface server;
  private final Duration timeout;
  private final ExecutorService fetchers;
  private final Executor leases;
  private final ChunkDecoder.Limits limits;
  private final WarmupMetrics metrics;
  private final OutputChannel channel;

  /** Of fetches. */
  private final AtomicInteger failuresInRow = new AtomicInteger();

  /** Counted apart: a server that renews a lease may still not deliver. */
  private final AtomicInteger lostRenewalsInRow = new AtomicInteger();

  /** For good. */
  private final AtomicBoolean abandoned = new AtomicBoolean();

  /** At most one renewal is under way. */
  private final AtomicBoolean renewing = new AtomicBoolean();

  /**
   * Who makes the calls that nobody waits for.
   *
   * @param fetchers those that look ahead
   * @param leases renewals and releases
   */
  public record Threads(ExecutorService fetchers, Executor leases) {}

  /**
   * The chunks of an output; nothing is called yet.
   *
   * @param timeout of each call
   */
  public RemoteChunks(
      KeptOutput output,
      RpcCaller caller,
      ChunkChannels channels,
      Duration timeout,
      Threads threads,
      ChunkDecoder.Limits limits,
      WarmupMetrics metrics) {
    this.output = output;
    this.server = caller.compactionServer(output.server(), timeout);
    this.timeout = timeout;
    this.fetchers = threads.fetchers();
    this.leases = threads.leases();
    this.limits = limits;
    this.metrics = metrics;
    this.channel = new OutputChannel(output, channels, timeout, metrics);
  }

  public KeptOutput output() {
    return output;
  }

  /** A decoder for one thread. */
  public ChunkDecoder newDecoder() {
    return new ChunkDecoder(limits);
  }

  /** What the server has of each file, by file name; files of which it has nothing are missing. */
  public Map<String, ChunkSupply> supplies() throws IOException {
    return supplies(list());
  }

  /** The chunks of what the server has listed, by file name. */
  public Map<String, ChunkSupply> supplies(List<FileChunks> files) {
    Map<String, ChunkSupply> supplies = new HashMap<>();
    for (int i = 0; i < files.size(); i++) {
      supplies.put(files.get(i).getName(), new RemoteSupply(this, i, files.get(i)));
    }
    return supplies;
  }

  /** What the server has of each file. Opens the channel, if there is to be one. */
  public List<FileChunks> list() throws IOException {
    ListChunksRequest request =
        ListChunksRequest.newBuilder()
            .setJobId(output.job().value())
            .setWantChannel(channel.isWanted())
            .build();
    ListChunksResponse response = RpcCaller.call(() -> server.listChunks(null, request));
    requireCacheable(response);
    if (!response.getKept()) {
      throw new IOException(output.server() + " keeps nothing of " + output.job());
    }
    if (response.hasChannel()) {
      channel.open(response.getChannel());
    }
    return response.getFileList();
  }

  /**
   * A block in another form than HBase's readers cache makes reads fail that meet it in the cache
   * ("Cached block contents differ").
   */
  private void requireCacheable(ListChunksResponse response) throws IOException {
    if (!BlockFormName.isCached(response.getBlockForm())) {
      throw new IOException(
          "%s sends blocks of form %s, and this region server caches %s; see hbase-versions.md"
              .formatted(
                  output.server(),
                  response.hasBlockForm() ? response.getBlockForm() : "(not named)",
                  BlockFormName.cached().orElse("(unknown)")));
    }
  }

  /** Renews the lease on the output, so that it waits for us. Does not wait. */
  public void renew() {
    if (!fetchers.isShutdown() && renewing.compareAndSet(false, true)) {
      try {
        leases.execute(this::renewNow);
      } catch (RuntimeException | Error e) { // or no other renewal would ever begin
        renewing.set(false);
        throw e;
      }
    }
  }

  /** As {@link #renew}, on the calling thread. */
  void renewNow() {
    try {
      RpcCaller.call(
          () ->
              server.heartbeat(
                  null, HeartbeatRequest.newBuilder().setJobId(output.job().value()).build()));
      lostRenewalsInRow.set(0);
    } catch (IOException e) {
      failed(lostRenewalsInRow);
      LOG.info(
          "{}: could not renew the lease at {}: {}", output.job(), output.server(), e.toString());
    } finally {
      renewing.set(false);
    }
  }

  /** Tells the server that nothing of the output is needed any more. */
  public void release() {
    channel.close();
    try {
      RpcCaller.call(
          () ->
              server.releaseOutput(
                  null, ReleaseOutputRequest.newBuilder().setJobId(output.job().value()).build()));
    } catch (IOException e) { // the lease ends soon
      LOG.info("{}: could not release it at {}: {}", output.job(), output.server(), e.toString());
    }
  }

  /**
   * As {@link #release}, without waiting; not at all when the region server stops, or lacks the
   * thread. Throws nothing: those who call it have a commit or a store to end.
   */
  public void releaseSoon() {
    channel.close();
    if (fetchers.isShutdown()) {
      return;
    }
    try {
      leases.execute(this::release);
    } catch (RejectedExecutionException | OutOfMemoryError e) { // the lease ends soon
      LOG.info("{}: not released at {}: {}", output.job(), output.server(), e.toString());
    }
  }

  public boolean isGivenUp() {
    return abandoned.get()
        || failuresInRow.get() >= FAILURES_TO_GIVE_UP
        || lostRenewalsInRow.get() >= FAILURES_TO_GIVE_UP;
  }

  /** Nothing is asked for any more, nor the lease renewed: the output comes from HDFS. */
  public void giveUp() {
    boolean known = isGivenUp();
    if (!abandoned.getAndSet(true) && !known) {
      metrics.fellBack();
    }
  }

  Duration timeout() {
    return timeout;
  }

  /** Starts to fetch a frame, without waiting. */
  Future<ByteBuffer> request(ChunkRef chunk) {
    try {
      requireWanted(chunk);
    } catch (IOException e) {
      return CompletableFuture.failedFuture(e);
    }
    Optional<CompletableFuture<ByteBuffer>> frame = overChannel(chunk);
    return frame.isPresent()
        ? frame.get().exceptionallyAsync(failure -> instead(chunk), fetchers)
        : fetchers.submit(() -> fetchOverRpc(chunk));
  }

  /** Fetches a frame; on the calling thread. */
  public ByteBuffer fetch(ChunkRef chunk) throws IOException {
    requireWanted(chunk);
    Optional<CompletableFuture<ByteBuffer>> frame = overChannel(chunk);
    if (frame.isPresent()) {
      try {
        return frame.get().get(2 * timeout.toMillis(), TimeUnit.MILLISECONDS);
      } catch (ExecutionException | TimeoutException e) {
        LOG.debug("{}: {} did not come over the channel", output.job(), chunk, e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("interrupted while fetching " + chunk);
      }
    }
    return fetchOverRpc(chunk);
  }

  private void requireWanted(ChunkRef chunk) throws IOException {
    if (isGivenUp()) {
      throw new IOException(output.server() + " is not asked any more");
    }
    long frame = chunk.info().getFrameBytes();
    long raw = chunk.info().getRawBytes();
    if (frame <= 0 || frame > limits.maxFrameBytes() || raw > limits.maxRawBytes()) {
      throw new IOException(chunk + " has a size of " + frame + " and " + raw + " bytes");
    }
  }

  /** Empty when there is no channel. */
  private Optional<CompletableFuture<ByteBuffer>> overChannel(ChunkRef chunk) {
    return channel
        .request(chunk)
        .map(
            frame ->
                frame.thenApply(
                    bytes -> {
                      delivered();
                      return bytes;
                    }));
  }

  /** In place of what the channel did not give. */
  private ByteBuffer instead(ChunkRef chunk) {
    try {
      return fetchOverRpc(chunk);
    } catch (IOException e) {
      throw new CompletionException(e);
    }
  }

  private ByteBuffer fetchOverRpc(ChunkRef chunk) throws IOException {
    FetchChunkRequest request =
        FetchChunkRequest.newBuilder()
            .setJobId(output.job().value())
            .setFile(chunk.file())
            .setChunk(chunk.index())
            .build();
    try {
      if (isGivenUp()) {
        throw new IOException(output.server() + " is not asked any more");
      }
      FetchChunkResponse response = RpcCaller.call(() -> server.fetchChunk(null, request));
      if (!response.hasFrame()) {
        throw new IOException(output.server() + " has dropped " + chunk);
      }
      delivered();
      return response.getFrame().asReadOnlyByteBuffer();
    } catch (IOException e) {
      failed();
      throw e;
    }
  }

  /** Decodes; asks once more, over RPC, for a frame that is damaged. */
  public Chunk decode(ChunkDecoder decoder, ByteBuffer frame, ChunkRef chunk) throws IOException {
    Chunk decoded;
    try {
      decoded = decoder.decode(frame);
    } catch (CorruptChunkException e) {
      metrics.refetched();
      LOG.warn(
          "{}: {} from {} is damaged: {}", output.job(), chunk, output.server(), e.getMessage());
      decoded = decoder.decode(fetchOverRpc(chunk));
    }
    chunk.requireAsListed(decoded);
    return decoded;
  }

  private void delivered() {
    failuresInRow.set(0);
    lostRenewalsInRow.set(0);
  }

  /** A chunk did not come. */
  void failed() {
    failed(failuresInRow);
  }

  private void failed(AtomicInteger inRow) {
    boolean known = isGivenUp();
    if (inRow.incrementAndGet() == FAILURES_TO_GIVE_UP && !known) {
      metrics.fellBack();
      LOG.warn("{}: {} does not deliver; the rest comes from HDFS", output.job(), output.server());
    }
  }
}
