// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.cache;

import io.lighter.chunk.ChunkVersion;
import io.lighter.common.CompactionJobId;
import io.lighter.common.MonotonicClock;
import io.lighter.common.PrestartedThreads;
import io.lighter.common.protocol.LighterProtos.FileChunks;
import io.lighter.common.protocol.LighterProtos.KeptOutputReport;
import java.io.Closeable;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import org.apache.hbase.thirdparty.com.google.common.util.concurrent.ThreadFactoryBuilder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Retains the chunks of completed jobs' outputs until the region server has them or gives them up,
 * or until a lease passes without a request. Afterwards an output of a region with secondary
 * replicas is spare: it stays until each of them has released it, for a limited time, and until
 * chunks of another output need its memory.
 *
 * <p>Thread-safe; {@code this} is the one lock, held for map operations only. A frame has one
 * reference while it is in the map, and a call that sends the frame has another. A released output
 * leaves the map at once, and its memory is freed when the last such call ends.
 */
public final class OutputCache implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(OutputCache.class);

  private final Settings settings;
  private final MonotonicClock clock;
  private final CacheEvents events;
  private final ChunkMemory memory;

  /** Compresses the chunks of the jobs' threads. {@link ChunkBuilders} bounds its queue. */
  private final ExecutorService press;

  // Both: guarded by this.
  private final Map<CompactionJobId, Retained> retained = new HashMap<>();
  private boolean closed;

  /**
   * The bounds of a cache.
   *
   * @param capacity bytes of all frames together
   * @param chunkBytes uncompressed bytes of one chunk
   * @param lease duration after the last request
   * @param replicaRetention duration after the primary's release for which an output stays for
   *     secondary replicas; zero: not at all
   */
  public record Settings(long capacity, int chunkBytes, Duration lease, Duration replicaRetention) {
    /** Bounds without secondary replicas. */
    public Settings(long capacity, int chunkBytes, Duration lease) {
      this(capacity, chunkBytes, lease, Duration.ZERO);
    }
  }

  /** Creates an empty cache; the caller calls {@link #sweep} several times a second. */
  public OutputCache(Settings settings, MonotonicClock clock, CacheEvents events) {
    this.settings = settings;
    this.clock = clock;
    this.events = events;
    this.memory = new ChunkMemory(settings.capacity(), this::dropOldestSpare);
    this.press =
        PrestartedThreads.start(
            Runtime.getRuntime().availableProcessors(),
            new ThreadFactoryBuilder().setNameFormat("lighter-press-%d").setDaemon(true).build());
  }

  /** Creates a capture of all rows for a starting job. */
  public OutputCapture capture(CompactionJobId job, OutputOrigin origin, ChunkVersion version) {
    return capture(job, origin, version, ResidentRows.ALL);
  }

  /**
   * Creates a capture for a starting job; the caller closes it when the job ends in any way.
   *
   * @param version version of the chunk format that the region server reads
   * @param rows rows whose data blocks are retained; index and Bloom blocks always are
   */
  public OutputCapture capture(
      CompactionJobId job, OutputOrigin origin, ChunkVersion version, ResidentRows rows) {
    return new OutputCapture(
        job, origin, rows, this, memory, events, version, settings.chunkBytes(), press);
  }

  /** The retained chunks of a job, by file; empty if there are none. Renews the lease. */
  public synchronized Optional<List<FileChunks>> list(CompactionJobId job) {
    return renewed(job).map(Retained::list);
  }

  /**
   * A chunk with a reference that the caller releases; empty if the chunk is not retained. Renews
   * the lease.
   *
   * @param index position in the file's list
   */
  public synchronized Optional<StoredFrame> fetch(CompactionJobId job, String file, int index) {
    return renewed(job).flatMap(output -> retained(output, output.files.get(file), index));
  }

  /**
   * Fetches as {@link #fetch(CompactionJobId, String, int)} does.
   *
   * @param file position in {@link #list}
   */
  public synchronized Optional<StoredFrame> fetch(CompactionJobId job, int file, int index) {
    return renewed(job)
        .filter(output -> file >= 0 && file < output.byPosition.size())
        .flatMap(output -> retained(output, output.byPosition.get(file), index));
  }

  /** Finds a chunk; null chunks mean none. */
  private Optional<StoredFrame> retained( // holds the lock
      Retained output, List<StoredChunk> chunks, int index) {
    if (chunks == null || index < 0 || index >= chunks.size()) {
      return Optional.empty();
    }
    StoredFrame frame = chunks.get(index).frame().retain();
    output.countServed();
    events.chunkServed(frame.size());
    return Optional.of(frame);
  }

  /** Whether chunks of a job are retained. Does not renew the lease. */
  public synchronized boolean isRetained(CompactionJobId job) {
    return retained.containsKey(job);
  }

  /** Renews the lease of a job's output; ignores a job without retained output. */
  public synchronized void renew(CompactionJobId job) {
    Optional<Retained> unused = renewed(job);
  }

  /**
   * Finds the job whose retained output has a file. Does not renew the lease.
   *
   * @param region encoded name of the primary replica's region
   */
  public synchronized Optional<CompactionJobId> find(String region, String family, String file) {
    return retained.entrySet().stream()
        .filter(entry -> entry.getValue().isOf(region, family))
        .filter(entry -> entry.getValue().files.containsKey(file))
        .map(Map.Entry::getKey)
        .findAny();
  }

  /** Releases a job's output for the primary replica. */
  public void release(CompactionJobId job) {
    release(job, Retained.PRIMARY);
  }

  /**
   * Notes that a replica needs a job's output no more, and drops an output that no replica needs.
   *
   * @param replica id of the replica, 0 for the primary
   */
  public void release(CompactionJobId job, int replica) {
    Retained output;
    boolean dropped;
    synchronized (this) {
      output = retained.get(job);
      dropped =
          output != null
              && (output.release(replica, clock.millis())
                  || (output.isSpare() && settings.replicaRetention().isZero()));
      if (dropped) {
        retained.remove(job);
      }
    }
    if (dropped) {
      output.free();
    }
    if (output != null && replica == Retained.PRIMARY) {
      LOG.info("{} released its output", job);
    } else if (output != null) {
      LOG.info("{} released its output replica={} dropped={}", job, replica, dropped);
    }
  }

  /**
   * Drops the output that has been spare for the longest time, for the memory of new chunks.
   *
   * @return false if no output is spare
   */
  private boolean dropOldestSpare() {
    Optional<Map.Entry<CompactionJobId, Retained>> oldest;
    synchronized (this) {
      oldest =
          retained.entrySet().stream()
              .filter(entry -> entry.getValue().isSpare())
              .min(Comparator.comparingLong(entry -> entry.getValue().spareSince()))
              .map(entry -> Map.entry(entry.getKey(), entry.getValue()));
      oldest.ifPresent(entry -> retained.remove(entry.getKey()));
    }
    oldest.ifPresent(
        entry -> {
          entry.getValue().free();
          LOG.info("{} lost its spare output: others need the memory", entry.getKey());
        });
    return oldest.isPresent();
  }

  /** Ends expired leases. Called several times a second. */
  public void sweep() {
    takeExpired()
        .forEach(
            (job, output) -> {
              output.free();
              if (output.isSpare()) {
                LOG.info("{} lost its spare output: not released by all replicas", job);
              } else {
                events.leaseEnded();
                LOG.info(
                    "{} lost its output: not asked for in {} ms", job, settings.lease().toMillis());
              }
            });
  }

  /** Number of retained outputs, spare ones included. */
  public synchronized int retainedOutputs() {
    return retained.size();
  }

  /** A report of each retained output that is not spare, for the manager. */
  public synchronized List<KeptOutputReport> retainedReports() {
    long now = clock.millis();
    return retained.entrySet().stream()
        .filter(entry -> !entry.getValue().isSpare())
        .map(entry -> entry.getValue().report(entry.getKey(), now))
        .toList();
  }

  /** Bytes of the frames of retained outputs, without spare ones, which make room for others. */
  public synchronized long retainedBytes() {
    return bytes(false);
  }

  /** Bytes of the frames of spare outputs. */
  public synchronized long spareBytes() {
    return bytes(true);
  }

  private long bytes(boolean spare) { // holds the lock
    return retained.values().stream()
        .filter(output -> output.isSpare() == spare)
        .mapToLong(output -> output.bytes)
        .sum();
  }

  /**
   * Bytes of all frames: of retained outputs, of outputs being written and of frames being sent.
   */
  public long usedBytes() {
    return memory.used();
  }

  /** Stores a frame as a capture does; see {@link ChunkMemory#store}. */
  Optional<StoredFrame> store(ByteBuffer frame) {
    return memory.store(frame);
  }

  /** Takes over a capture's references. */
  void keep(
      CompactionJobId job,
      OutputOrigin origin,
      Map<String, List<StoredChunk>> files,
      OutputExtent extent) {
    Retained output = new Retained(origin, files, extent, clock.millis());
    boolean refused;
    synchronized (this) {
      refused = closed || retained.putIfAbsent(job, output) != null;
    }
    if (refused) {
      output.free();
      return;
    }
    events.outputRetained();
    LOG.info(
        "{} kept {} chunks, {} bytes of {}",
        job,
        output.chunks,
        output.bytes,
        extent.outputBytes());
  }

  /**
   * Drops all outputs and retains none from now on. Jobs that still write have ended, or their
   * chunks are dropped.
   */
  @Override
  public void close() {
    List<Retained> all;
    synchronized (this) {
      closed = true;
      all = List.copyOf(retained.values());
      retained.clear();
    }
    all.forEach(Retained::free);
    memory.close();
    press.shutdown();
  }

  private Optional<Retained> renewed(CompactionJobId job) { // holds the lock
    Optional<Retained> output = Optional.ofNullable(retained.get(job));
    output.ifPresent(found -> found.renew(clock.millis()));
    return output;
  }

  private synchronized Map<CompactionJobId, Retained> takeExpired() {
    long now = clock.millis();
    Map<CompactionJobId, Retained> expired = new HashMap<>();
    retained.forEach(
        (job, output) -> {
          if (output.isExpired(now, settings)) {
            expired.put(job, output);
          }
        });
    retained.keySet().removeAll(expired.keySet());
    return expired;
  }
}
