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
import java.time.Duration;
import java.util.ArrayList;
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
 * or until a lease passes without a request.
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
   */
  public record Settings(long capacity, int chunkBytes, Duration lease) {}

  /** The retained output of one job. */
  private static final class Retained {
    final OutputOrigin origin;
    final Map<String, List<StoredChunk>> files;

    /** The same chunks, in the order of the list that region servers receive. */
    final List<List<StoredChunk>> byPosition;

    final int chunks;
    final long bytes;
    final long retainedAt;
    long renewedAt;
    int served;

    Retained(OutputOrigin origin, Map<String, List<StoredChunk>> files, long now) {
      this.origin = origin;
      this.files = files;
      this.byPosition = List.copyOf(files.values());
      this.chunks = files.values().stream().mapToInt(List::size).sum();
      this.bytes =
          files.values().stream()
              .flatMap(List::stream)
              .mapToLong(chunk -> chunk.frame().size())
              .sum();
      this.retainedAt = now;
      this.renewedAt = now;
    }

    KeptOutputReport report(CompactionJobId job, long now) {
      return KeptOutputReport.newBuilder()
          .setJobId(job.value())
          .setTable(origin.table())
          .setRegion(origin.region())
          .setFamily(origin.family())
          .setRegionServer(origin.regionServer())
          .setChunks(chunks)
          .setBytes(bytes)
          .setChunksServed(served)
          .setAgeMs(now - retainedAt)
          .build();
    }

    void free() {
      files.values().forEach(chunks -> chunks.forEach(chunk -> chunk.frame().release()));
    }
  }

  /** Creates an empty cache; the caller calls {@link #sweep} several times a second. */
  public OutputCache(Settings settings, MonotonicClock clock, CacheEvents events) {
    this.settings = settings;
    this.clock = clock;
    this.events = events;
    this.memory = new ChunkMemory(settings.capacity());
    this.press =
        PrestartedThreads.start(
            Runtime.getRuntime().availableProcessors(),
            new ThreadFactoryBuilder().setNameFormat("lighter-press-%d").setDaemon(true).build());
  }

  /**
   * Creates a capture for a starting job; the caller closes it when the job ends in any way.
   *
   * @param version version of the chunk format that the region server reads
   */
  public OutputCapture capture(CompactionJobId job, OutputOrigin origin, ChunkVersion version) {
    return new OutputCapture(
        job, origin, this, memory, events, version, settings.chunkBytes(), press);
  }

  /** The retained chunks of a job, by file; empty if there are none. Renews the lease. */
  public synchronized Optional<List<FileChunks>> list(CompactionJobId job) {
    return renewed(job)
        .map(
            output -> {
              List<FileChunks> files = new ArrayList<>();
              output.files.forEach(
                  (name, chunks) ->
                      files.add(
                          FileChunks.newBuilder()
                              .setName(name)
                              .addAllChunk(chunks.stream().map(StoredChunk::info).toList())
                              .build()));
              return files;
            });
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
    output.served++;
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

  /** Drops a job's output, if it is retained. */
  public void release(CompactionJobId job) {
    Retained output;
    synchronized (this) {
      output = retained.remove(job);
    }
    if (output != null) {
      output.free();
      LOG.info("{} released its output", job);
    }
  }

  /** Ends expired leases. Called several times a second. */
  public void sweep() {
    takeExpired()
        .forEach(
            (job, output) -> {
              output.free();
              events.leaseEnded();
              LOG.info(
                  "{} lost its output: not asked for in {} ms", job, settings.lease().toMillis());
            });
  }

  /** Number of retained outputs. */
  public synchronized int retainedOutputs() {
    return retained.size();
  }

  /** A report of each retained output, for the manager. */
  public synchronized List<KeptOutputReport> retainedReports() {
    long now = clock.millis();
    return retained.entrySet().stream()
        .map(entry -> entry.getValue().report(entry.getKey(), now))
        .toList();
  }

  /** Bytes of the frames of retained outputs. */
  public synchronized long retainedBytes() {
    return retained.values().stream().mapToLong(output -> output.bytes).sum();
  }

  /**
   * Bytes of all frames: of retained outputs, of outputs being written and of frames being sent.
   */
  public long usedBytes() {
    return memory.used();
  }

  /** Takes over a capture's references. */
  void keep(CompactionJobId job, OutputOrigin origin, Map<String, List<StoredChunk>> files) {
    Retained output = new Retained(origin, files, clock.millis());
    boolean refused;
    synchronized (this) {
      refused = closed || retained.putIfAbsent(job, output) != null;
    }
    if (refused) {
      output.free();
      return;
    }
    events.outputRetained();
    LOG.info("{} kept {} chunks, {} bytes", job, output.chunks, output.bytes);
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
    output.ifPresent(found -> found.renewedAt = clock.millis());
    return output;
  }

  private synchronized Map<CompactionJobId, Retained> takeExpired() {
    long now = clock.millis();
    Map<CompactionJobId, Retained> expired = new HashMap<>();
    retained.forEach(
        (job, output) -> {
          if (now - output.renewedAt > settings.lease().toMillis()) {
            expired.put(job, output);
          }
        });
    retained.keySet().removeAll(expired.keySet());
    return expired;
  }
}
