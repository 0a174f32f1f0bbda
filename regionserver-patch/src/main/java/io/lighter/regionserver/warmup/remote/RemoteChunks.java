// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.warmup.remote;

import io.lighter.chunk.BlockFormName;
import io.lighter.chunk.Chunk;
import io.lighter.chunk.ChunkDecoder;
import io.lighter.chunk.ChunkVersion;
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
 * The chunks of one output in the memory of the compaction server that wrote the output.
 *
 * <p>Frames come over a chunk channel if the server offers one, and otherwise over RPC. After the
 * channel's first failure, failed and further requests go over RPC.
 *
 * <p>The server is not trusted: names, order and sizes are checked before anything is allocated,
 * and the codec checks the bytes. After some failures of RPC in a row the server is given up.
 * Thread-safe.
 */
public final class RemoteChunks {
  private static final Logger LOG = LoggerFactory.getLogger(RemoteChunks.class);
  private static final int FAILURES_TO_GIVE_UP = 2;

  private final RetainedOutput output;
  private final CompactionServerService.BlockingInterface server;
  private final Duration timeout;
  private final ExecutorService fetchers;
  private final Executor leases;
  private final ChunkDecoder.Limits limits;
  private final WarmupMetrics metrics;
  private final OutputChannel channel;

  /** Failed fetches in a row. */
  private final AtomicInteger failuresInRow = new AtomicInteger();

  /** Failed renewals in a row, counted apart: a server that renews leases may still not deliver. */
  private final AtomicInteger lostRenewalsInRow = new AtomicInteger();

  /** Whether the server is given up, which is final. */
  private final AtomicBoolean abandoned = new AtomicBoolean();

  /** Whether a renewal is in progress, of which there is at most one. */
  private final AtomicBoolean renewing = new AtomicBoolean();

  /**
   * Threads of calls that no caller waits for.
   *
   * @param fetchers threads of fetches ahead
   * @param leases threads of renewals and releases
   */
  public record Threads(ExecutorService fetchers, Executor leases) {}

  /**
   * Creates the chunks of an output without a call.
   *
   * @param timeout time limit of each call
   */
  public RemoteChunks(
      RetainedOutput output,
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

  public RetainedOutput output() {
    return output;
  }

  /** Creates a decoder for one thread. */
  public ChunkDecoder newDecoder() {
    return new ChunkDecoder(limits);
  }

  /** Fetches the list of chunks by file name, without files of which the server has nothing. */
  public Map<String, ChunkSupply> supplies() throws IOException {
    return supplies(list());
  }

  /** The chunks of the server's list by file name. */
  public Map<String, ChunkSupply> supplies(List<FileChunks> files) {
    Map<String, ChunkSupply> supplies = new HashMap<>();
    for (int i = 0; i < files.size(); i++) {
      supplies.put(files.get(i).getName(), new RemoteSupply(this, i, files.get(i)));
    }
    return supplies;
  }

  /** Fetches the server's list of chunks, and opens the channel if one is offered. */
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
   * Checks that blocks have the form in which HBase's readers cache them. Otherwise reads that find
   * such a block in the cache fail ("Cached block contents differ").
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

  /** Renews the lease on the output, without waiting. */
  public void renew() {
    if (!fetchers.isShutdown() && renewing.compareAndSet(false, true)) {
      try {
        leases.execute(this::renewNow);
      } catch (RuntimeException | Error e) { // otherwise no other renewal would begin
        renewing.set(false);
        throw e;
      }
    }
  }

  /** Renews the lease on the calling thread. */
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
          "lease not renewed: {} server={} reason={}", output.job(), output.server(), e.toString());
    } finally {
      renewing.set(false);
    }
  }

  /** Tells the server that this replica does not need the output any more. */
  public void release() {
    release(false);
  }

  private void release(boolean discarded) {
    channel.close();
    try {
      RpcCaller.call(
          () ->
              server.releaseOutput(
                  null,
                  ReleaseOutputRequest.newBuilder()
                      .setJobId(output.job().value())
                      .setReplicaId(output.replica())
                      .setDiscarded(discarded)
                      .build()));
    } catch (IOException e) { // the lease ends soon
      LOG.info(
          "output not released: {} server={} reason={}",
          output.job(),
          output.server(),
          e.toString());
    }
  }

  /**
   * Releases the output without waiting; skipped if the region server stops or cannot start a
   * thread. Throws nothing, since callers have a commit or a store to end.
   */
  public void releaseSoon() {
    releaseSoon(false);
  }

  /** Releases an output that is not committed, for all replicas, as {@link #releaseSoon} does. */
  public void discardSoon() {
    releaseSoon(true);
  }

  private void releaseSoon(boolean discarded) {
    channel.close();
    if (fetchers.isShutdown()) {
      return;
    }
    try {
      leases.execute(() -> release(discarded));
    } catch (RejectedExecutionException | OutOfMemoryError e) { // the lease ends soon
      LOG.info(
          "output not released: {} server={} reason={}",
          output.job(),
          output.server(),
          e.toString());
    }
  }

  public boolean isGivenUp() {
    return abandoned.get()
        || failuresInRow.get() >= FAILURES_TO_GIVE_UP
        || lostRenewalsInRow.get() >= FAILURES_TO_GIVE_UP;
  }

  /** Ends all requests and renewals, so that the output comes from HDFS. */
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

  /** Fetches a frame on the calling thread. */
  public ByteBuffer fetch(ChunkRef chunk) throws IOException {
    requireWanted(chunk);
    Optional<CompletableFuture<ByteBuffer>> frame = overChannel(chunk);
    if (frame.isPresent()) {
      try {
        return frame.get().get(2 * timeout.toMillis(), TimeUnit.MILLISECONDS);
      } catch (ExecutionException | TimeoutException e) {
        LOG.debug("chunk not received over the channel: {} chunk={}", output.job(), chunk, e);
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
    if (ChunkVersion.ofNumber(chunk.info().getVersion()).isEmpty()) {
      throw new IOException(chunk + " has version " + chunk.info().getVersion());
    }
    long frame = chunk.info().getFrameBytes();
    long raw = chunk.info().getRawBytes();
    if (frame <= 0 || frame > limits.maxFrameBytes() || raw > limits.maxRawBytes()) {
      throw new IOException(chunk + " has a size of " + frame + " and " + raw + " bytes");
    }
  }

  /** Requests a frame over the channel; empty if there is none. */
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

  /** Fetches over RPC a chunk that the channel did not deliver. */
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

  /** Decodes a frame; a damaged frame is fetched once more, over RPC. */
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

  /** Counts a chunk that did not arrive. */
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
