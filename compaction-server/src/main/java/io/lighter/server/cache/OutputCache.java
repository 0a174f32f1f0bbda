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
 * <p>Thread-safe; {@link RetainedOutputs} has the state and its lock, and frames are freed without
 * that lock. A frame has one reference while its output is retained, and a call that sends the
 * frame has another. A released output is no longer found, and its memory is freed when the last
 * such call ends.
 */
public final class OutputCache implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(OutputCache.class);

  private final Settings settings;
  private final RetainedOutputs retained;
  private final CacheEvents events;
  private final ChunkMemory memory;

  /** Compresses the chunks of the jobs' threads. {@link ChunkBuilders} bounds its queue. */
  private final ExecutorService press;

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
    this.retained = new RetainedOutputs(settings, clock);
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
  public Optional<List<FileChunks>> list(CompactionJobId job) {
    return retained.list(job);
  }

  /**
   * A chunk with a reference that the caller releases; empty if the chunk is not retained. Renews
   * the lease.
   *
   * @param index position in the file's list
   */
  public Optional<StoredFrame> fetch(CompactionJobId job, String file, int index) {
    return served(retained.fetch(job, output -> output.chunksOf(file), index));
  }

  /**
   * Fetches as {@link #fetch(CompactionJobId, String, int)} does.
   *
   * @param file position in {@link #list}
   */
  public Optional<StoredFrame> fetch(CompactionJobId job, int file, int index) {
    return served(retained.fetch(job, output -> output.chunksAt(file), index));
  }

  private Optional<StoredFrame> served(Optional<StoredFrame> frame) {
    frame.ifPresent(sent -> events.chunkServed(sent.size()));
    return frame;
  }

  /** Whether chunks of a job are retained. Does not renew the lease. */
  public boolean isRetained(CompactionJobId job) {
    return retained.contains(job);
  }

  /** Renews the lease of a job's output; ignores a job without retained output. */
  public void renew(CompactionJobId job) {
    retained.renew(job);
  }

  /**
   * Finds the job whose retained output has a file, for a secondary replica. Does not renew the
   * lease.
   *
   * @param region encoded name of the primary replica's region
   */
  public Optional<CompactionJobId> find(String region, String family, String file) {
    Optional<CompactionJobId> job = retained.find(region, family, file);
    events.lookedUp(job.isPresent());
    return job;
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
    retained
        .release(job, replica)
        .ifPresent(
            release -> {
              if (release.dropped()) {
                release.output().free();
              }
              if (replica == Retained.PRIMARY) {
                LOG.info("{} released its output", job);
              } else {
                LOG.info(
                    "{} released its output replica={} dropped={}",
                    job,
                    replica,
                    release.dropped());
              }
            });
  }

  /** Drops a job's output that is not committed and never will be: no replica reads it. */
  public void discard(CompactionJobId job) {
    retained
        .take(job)
        .ifPresent(
            output -> {
              output.free();
              LOG.info("{} discarded its output", job);
            });
  }

  /**
   * Drops the output that has been spare for the longest time, for the memory of new chunks.
   *
   * @return false if no output is spare
   */
  private boolean dropOldestSpare() {
    Optional<Map.Entry<CompactionJobId, Retained>> oldest = retained.takeOldestSpare();
    oldest.ifPresent(
        entry -> {
          entry.getValue().free();
          LOG.info("{} lost its spare output: others need the memory", entry.getKey());
        });
    return oldest.isPresent();
  }

  /** Ends expired leases. Called several times a second. */
  public void sweep() {
    retained
        .takeExpired()
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
  public int retainedOutputs() {
    return retained.count();
  }

  /** A report of each retained output that is not spare, for the manager. */
  public List<KeptOutputReport> retainedReports() {
    return retained.reports();
  }

  /** Bytes of the frames of retained outputs, without spare ones, which make room for others. */
  public long retainedBytes() {
    return retained.bytes(false);
  }

  /** Bytes of the frames of spare outputs. */
  public long spareBytes() {
    return retained.bytes(true);
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
    Retained output = retained.create(origin, files, extent);
    if (!retained.add(job, output)) {
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
    retained.close().forEach(Retained::free);
    memory.close();
    press.shutdown();
  }
}
