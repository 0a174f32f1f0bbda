// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.compaction;

import io.lighter.chunk.BlockFormName;
import io.lighter.chunk.ChunkVersion;
import io.lighter.common.hdfs.HdfsFileSettings;
import io.lighter.common.protocol.LighterProtos.OutputFile;
import io.lighter.common.protocol.LighterProtos.SubmitRequest;
import io.lighter.index.gc.IndexEvents;
import io.lighter.index.gc.LiveSetMemory;
import io.lighter.server.cache.OutputCache;
import io.lighter.server.cache.OutputCapture;
import io.lighter.server.cache.OutputOrigin;
import io.lighter.server.cache.ResidentRows;
import io.lighter.server.job.CompactionRunner;
import io.lighter.server.job.Job;
import io.lighter.server.job.JobSpec;
import io.lighter.server.job.StoreBusy;
import io.lighter.server.pacing.JobPace;
import io.lighter.server.pacing.PacedThroughput;
import io.lighter.server.pacing.ReadPaces;
import io.lighter.server.replica.ReplicaOrder;
import io.lighter.server.throughput.LimitedThroughput;
import io.lighter.server.throughput.SharedThroughput;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.io.ByteBuffAllocator;
import org.apache.hadoop.hbase.regionserver.throttle.ThroughputController;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs jobs with HBase's own compactors. Thread-safe; jobs share only file systems. */
public final class HBaseCompactionRunner implements CompactionRunner {
  private static final Logger LOG = LoggerFactory.getLogger(HBaseCompactionRunner.class);

  private final Configuration site;
  private final JobFileSystems fileSystems;
  private final OutputCache cache;
  private final SharedThroughput throughput;
  private final ReadPaces paces;
  private final IoSampler sampler;
  private final ReplicaOrder replicas;
  private final UnaryOperator<ThroughputController> throttle;
  private final IndexJob.Shared indexes;

  /** Pooled off-heap buffers, as on a region server: reads of inputs produce no garbage. */
  private final ByteBuffAllocator buffers;

  /**
   * Creates a runner for one server.
   *
   * @param fileSystems file systems for inputs and outputs; the caller closes them
   * @param cache retains outputs of jobs that ask for it
   * @param throughput limit of all jobs together
   * @param paces paces of the jobs' reads
   * @param sampler measures the jobs' time in the file system
   * @param replicas order in which jobs read the replicas of their inputs
   * @param liveSets heap for live sets of indexes
   * @param indexEvents counts what jobs do for indexes
   * @param throttle wraps the controller that stops a cancelled job at the next cell
   */
  public HBaseCompactionRunner(
      Configuration site,
      JobFileSystems fileSystems,
      OutputCache cache,
      SharedThroughput throughput,
      ReadPaces paces,
      IoSampler sampler,
      ReplicaOrder replicas,
      LiveSetMemory liveSets,
      IndexEvents indexEvents,
      UnaryOperator<ThroughputController> throttle) {
    this.site = site;
    this.fileSystems = fileSystems;
    this.cache = cache;
    this.throughput = throughput;
    this.paces = paces;
    this.sampler = sampler;
    this.replicas = replicas;
    this.indexes = new IndexJob.Shared(liveSets, indexEvents);
    this.throttle = throttle;
    this.buffers = ByteBuffAllocator.create(site, true);
    JobClock.install();
  }

  @Override
  public List<OutputFile> run(Job job) throws IOException {
    sampler.watch(job.ioTime());
    job.spec().regionServerTime().ifPresent(JobClock::use);
    replicas.use(new ReplicaOrder.Reader(job.spec().regionServersDataNode(), job.dataNode()));
    try {
      return compact(job);
    } finally {
      replicas.reset();
      JobClock.reset();
      sampler.forget();
    }
  }

  private List<OutputFile> compact(Job job) throws IOException {
    ThroughputController limited =
        new LimitedThroughput(new CancellableThroughput(job.control()), throughput, job::throttled);
    try (JobFileSystems.Lease files = fileSystems.lease(fileSettings(job.spec()));
        JobPace pace = pace(job)) {
      job.publishPace(pace::pace);
      Optional<ThreadRequests> requests =
          ThreadRequests.ofCallingThread(files.fileSystem().getBackingFs());
      try {
        ThreadIo io = ThreadIo.ofCallingThread(files.fileSystem().getBackingFs());
        ThroughputController paced =
            throttle.apply(new PacedThroughput(limited, pace, io::bytesRead));
        return compact(
            job, new JobCompaction(site, files.fileSystem(), job, paced, buffers, indexes));
      } finally {
        requests.ifPresent(
            counts -> LOG.info("{} requests to the object store: {}", job.id(), counts));
      }
    } catch (IOException | RuntimeException e) {
      if (StoreBusy.isCauseOf(e)) {
        paces.storeBusy();
      }
      throw e;
    } finally {
      job.publishPace(Optional::empty);
    }
  }

  private List<OutputFile> compact(Job job, JobCompaction compaction) throws IOException {
    Optional<ChunkVersion> version = retainedVersion(job.spec().request());
    if (version.isEmpty()) {
      return compaction.run();
    }
    try (OutputCapture capture =
        cache.capture(
            job.id(), origin(job.spec()), version.get(), ResidentRows.of(job.spec().request()))) {
      List<OutputFile> outputs = compaction.run(capture::blockCache);
      capture.keep(outputs.stream().map(OutputFile::getName).toList());
      return outputs;
    }
  }

  private JobPace pace(Job job) {
    return paces.open(
        job.id(), job.dataNode(), job.spec().request().getRegionServer(), job.startsUrgent());
  }

  /** The settings with which the region server would create the output. */
  private static Optional<HdfsFileSettings> fileSettings(JobSpec spec) {
    return spec.request().hasFileSettings()
        ? Optional.of(HdfsFileSettings.of(spec.request().getFileSettings()))
        : Optional.empty();
  }

  /**
   * The version of the chunks in which blocks are retained; empty if no blocks are retained: only
   * in a form that the region server can cache, and in a version that the region server reads.
   */
  private static Optional<ChunkVersion> retainedVersion(SubmitRequest request) {
    return request.getKeepOutput()
            && BlockFormName.sent().filter(request.getBlockForm()::equals).isPresent()
        ? ChunkVersion.newestOf(request.getChunkVersionList())
        : Optional.empty();
  }

  private static OutputOrigin origin(JobSpec spec) {
    return new OutputOrigin(
        spec.table().getTableName().getNameAsString(),
        spec.region().getEncodedName(),
        spec.family().getNameAsString(),
        spec.request().getRegionServer(),
        Math.max(0, spec.request().getSecondaryReplicas()));
  }
}
