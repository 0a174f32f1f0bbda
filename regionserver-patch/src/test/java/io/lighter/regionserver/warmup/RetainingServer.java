// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.warmup;

import io.lighter.chunk.BlockFormName;
import io.lighter.common.CompactionJobId;
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
import io.lighter.common.protocol.LighterProtos.StoreFileName;
import io.lighter.common.protocol.LighterProtos.SubmitRequest;
import io.lighter.common.protocol.LighterProtos.SubmitResponse;
import io.lighter.regionserver.NoBuildJobs;
import io.lighter.service.rpc.RpcEndpoint;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.apache.hbase.thirdparty.com.google.protobuf.RpcController;

/**
 * A compaction server that lists one chunk of each configured file, and delivers no frame by
 * default. Thread-safe.
 */
public final class RetainingServer extends NoBuildJobs implements Closeable {
  private final RpcEndpoint endpoint;
  private final Set<String> released = ConcurrentHashMap.newKeySet();
  private final Set<Integer> releasedBy = ConcurrentHashMap.newKeySet();
  private final Set<String> discarded = ConcurrentHashMap.newKeySet();
  private final List<StoreFileName> lookedFor = new CopyOnWriteArrayList<>();

  /** Job of the output that secondary replicas find. */
  private volatile Optional<CompactionJobId> found = Optional.empty();

  /** Blocks the answers to releases until opened. */
  private volatile CountDownLatch releases = new CountDownLatch(0);

  /** Blocks the answers to lists until opened. */
  private volatile CountDownLatch lists = new CountDownLatch(0);

  /** Blocks the answers to fetches until opened. */
  private final CountDownLatch fetches = new CountDownLatch(1);

  private final AtomicInteger listsAsked = new AtomicInteger();
  private final AtomicInteger fetchesAsked = new AtomicInteger();
  private final AtomicInteger renewals = new AtomicInteger();

  /** Files with a chunk that no read needs; by default a file of no output. */
  private volatile Supplier<List<String>> names = () -> List.of("f");

  private volatile boolean keepsIndex;

  /** Files with chunks that have all their blocks. */
  private volatile Supplier<List<String>> wholeFiles = List::of;

  /** Frames of the files that are retained in one chunk each, by file. */
  private volatile Supplier<Map<String, ByteString>> frames = Map::of;

  /**
   * Starts the server on a free port of 127.0.0.1. Returns once the server listens.
   *
   * @throws IOException if the server cannot listen
   */
  public RetainingServer(Configuration conf) throws IOException {
    this.endpoint =
        RpcEndpoint.start(
            conf,
            new RpcEndpoint.Settings("keeping", "127.0.0.1", "localhost", 0, 2),
            CompactionServerService.newReflectiveBlockingService(this),
            CompactionServerService.BlockingInterface.class);
  }

  /** Address for region servers. */
  public ServerName serverName() {
    return endpoint.serverName();
  }

  /** Delays the answers to later releases until {@link #close}. */
  public void holdReleases() {
    releases = new CountDownLatch(1);
  }

  /** Delays the answers to later list requests until {@link #close}. */
  public void holdLists() {
    lists = new CountDownLatch(1);
  }

  /** Makes later lists have a chunk of each of these files that no read needs. */
  public void keepOf(Supplier<List<String>> files) {
    names = files;
  }

  /** Makes later lists also have a chunk of index blocks, which a region server fetches at once. */
  public void keepIndex() {
    keepsIndex = true;
  }

  /** Names {@code job} to secondary replicas that look for an output; by default none is found. */
  public void nameToReplicas(CompactionJobId job) {
    found = Optional.of(job);
  }

  /** Files that secondary replicas have looked for. */
  public List<StoreFileName> lookedFor() {
    return List.copyOf(lookedFor);
  }

  /** Ids of the replicas that have released outputs. */
  public Set<Integer> releasedBy() {
    return Set.copyOf(releasedBy);
  }

  /** Number of list requests. */
  public int listsAsked() {
    return listsAsked.get();
  }

  /**
   * Makes later lists have all blocks of these files: the first block in one chunk, and the others
   * in a second chunk. Fetches of these chunks wait until {@link #close}.
   */
  public void hangWith(Supplier<List<String>> files) {
    wholeFiles = files;
  }

  /** Lists these files from now on, each in one chunk of data blocks, and delivers the frames. */
  public void give(Supplier<Map<String, ByteString>> framesByFile) {
    frames = framesByFile;
  }

  /** Number of fetch requests. */
  public int fetchesAsked() {
    return fetchesAsked.get();
  }

  /** Number of heartbeats, each of which renews a lease. */
  public int renewals() {
    return renewals.get();
  }

  /** Ids of the jobs whose outputs were released. */
  public Set<String> released() {
    return Set.copyOf(released);
  }

  /** Ids of the released jobs whose outputs were not committed. */
  public Set<String> discarded() {
    return Set.copyOf(discarded);
  }

  @Override
  public ListChunksResponse listChunks(RpcController controller, ListChunksRequest request) {
    if (request.hasFind()) {
      lookedFor.add(request.getFind());
      ListChunksResponse.Builder named = ListChunksResponse.newBuilder().setKept(found.isPresent());
      found.ifPresent(job -> named.setJobId(job.value()));
      return named.build();
    }
    listsAsked.incrementAndGet();
    try {
      lists.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the server stops
    }
    ListChunksResponse.Builder response =
        ListChunksResponse.newBuilder()
            .setKept(true)
            .setBlockForm(BlockFormName.sent().orElseThrow());
    for (String file : names.get()) {
      FileChunks.Builder chunks =
          FileChunks.newBuilder().setName(file).addChunk(chunk(Long.MAX_VALUE - 1, Long.MAX_VALUE));
      if (keepsIndex) {
        chunks.addChunk(chunk(0, 1).toBuilder().setKind(ChunkInfo.Kind.INDEX_AND_BLOOM));
      }
      response.addFile(chunks);
    }
    wholeFiles
        .get()
        .forEach(
            file ->
                response.addFile(
                    FileChunks.newBuilder()
                        .setName(file)
                        .addChunk(chunk(0, 1))
                        .addChunk(chunk(1, Long.MAX_VALUE))));
    frames
        .get()
        .keySet()
        .forEach(
            file ->
                response.addFile(
                    FileChunks.newBuilder().setName(file).addChunk(chunk(0, Long.MAX_VALUE))));
    return response.buildPartial();
  }

  private static ChunkInfo chunk(long firstOffset, long endOffset) {
    return ChunkInfo.newBuilder()
        .setKind(ChunkInfo.Kind.DATA)
        .setFirstOffset(firstOffset)
        .setEndOffset(endOffset)
        .setBlocks(1)
        .setRawBytes(1)
        .setFrameBytes(1)
        .build();
  }

  @Override
  public ReleaseOutputResponse releaseOutput(
      RpcController controller, ReleaseOutputRequest request) {
    try {
      releases.await();
      releasedBy.add(request.getReplicaId());
      if (request.getDiscarded()) {
        discarded.add(request.getJobId());
      }
      released.add(request.getJobId());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the server stops
    }
    return ReleaseOutputResponse.getDefaultInstance();
  }

  @Override
  public HeartbeatResponse heartbeat(RpcController controller, HeartbeatRequest request) {
    renewals.incrementAndGet();
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
    fetchesAsked.incrementAndGet();
    ByteString frame = frames.get().get(request.getFile());
    if (frame != null) {
      return FetchChunkResponse.newBuilder().setFrame(frame).build();
    }
    try {
      fetches.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the server stops
    }
    return FetchChunkResponse.getDefaultInstance();
  }

  @Override
  public void close() {
    releases.countDown();
    lists.countDown();
    fetches.countDown();
    endpoint.close();
  }
}
