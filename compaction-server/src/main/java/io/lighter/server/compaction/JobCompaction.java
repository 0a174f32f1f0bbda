// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.compaction;

import io.lighter.common.JobRecord;
import io.lighter.common.protocol.LighterProtos.InputFile;
import io.lighter.common.protocol.LighterProtos.JobProgress;
import io.lighter.common.protocol.LighterProtos.OutputFile;
import io.lighter.common.protocol.LighterProtos.SubmitRequest;
import io.lighter.server.job.Job;
import io.lighter.server.job.JobSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.fs.HFileSystem;
import org.apache.hadoop.hbase.io.ByteBuffAllocator;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.JobRegion;
import org.apache.hadoop.hbase.regionserver.JobRegionFileSystem;
import org.apache.hadoop.hbase.regionserver.JobStore;
import org.apache.hadoop.hbase.regionserver.StoreUtils;
import org.apache.hadoop.hbase.regionserver.compactions.Compactor;
import org.apache.hadoop.hbase.regionserver.throttle.ThroughputController;
import org.apache.hadoop.io.IOUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A run of HBase's compactor for one job. Confined to the job's worker thread. */
final class JobCompaction {
  private static final Logger LOG = LoggerFactory.getLogger(JobCompaction.class);

  private final HFileSystem fs;
  private final Job job;
  private final JobSpec spec;
  private final JobConfiguration configuration;
  private final ThroughputController throughput;
  private final ByteBuffAllocator buffers;
  private final IndexJob.Shared indexes;
  private final Configuration site;

  JobCompaction(
      Configuration site,
      HFileSystem fs,
      Job job,
      ThroughputController throughput,
      ByteBuffAllocator buffers,
      IndexJob.Shared indexes) {
    this.site = site;
    this.fs = fs;
    this.job = job;
    this.spec = job.spec();
    this.configuration = JobConfiguration.of(site, spec);
    this.throughput = throughput;
    this.buffers = buffers;
    this.indexes = indexes;
  }

  List<OutputFile> run() throws IOException {
    return run(Optional.empty());
  }

  /**
   * Runs the compaction and captures every written block.
   *
   * @param writtenTo makes the receiver of the outputs' blocks from the store's configuration
   */
  List<OutputFile> run(Function<Configuration, BlockCache> writtenTo) throws IOException {
    return run(Optional.of(writtenTo));
  }

  private List<OutputFile> run(Optional<Function<Configuration, BlockCache>> writtenTo)
      throws IOException {
    job.control().throwIfCancelled();
    if (spec.outlives()) {
      JobRecord.write(fs, spec.folder(), spec.request());
    }
    ThreadIo io = ThreadIo.ofCallingThread(fs.getBackingFs());
    JobRegion region = region();
    writtenTo.map(cache -> cache.apply(storeConfiguration())).ifPresent(region::setBlockCache);
    JobStore store = new JobStore(region, configuration.family(), configuration.base());
    try {
      // Opening many files may take longer than a job may stand still.
      Compactor<?> compactor = store.getStoreEngine().getCompactor();
      job.publishProgress(new CompactionMeter(spec.inputBytes(), 0, compactor, io)::running);
      List<HStoreFile> inputs =
          store.openInputs(
              spec.request().getInputList().stream().map(InputFile::getName).toList(),
              job.control(),
              buffers);
      long inputCells = inputs.stream().mapToLong(file -> file.getReader().getEntries()).sum();
      CompactionMeter meter = new CompactionMeter(spec.inputBytes(), inputCells, compactor, io);
      job.publishProgress(meter::running);
      List<OutputFile> outputs = compact(store, inputs, inputCells);
      JobProgress end = meter.completed(outputs);
      job.publishProgress(() -> end);
      return outputs;
    } finally {
      IOUtils.cleanupWithLogger(LOG, store::closeFiles);
    }
  }

  private List<OutputFile> compact(JobStore store, List<HStoreFile> inputs, long inputCells)
      throws IOException {
    if (!spec.inFamilyFolder()) {
      return describe(compact(store, inputs, inputCells, null));
    }
    try (Claims claims = new Claims(fs, spec)) {
      List<OutputFile> outputs = describe(compact(store, inputs, inputCells, claims::add));
      claims.confirm(outputs.stream().map(OutputFile::getName).toList());
      return outputs;
    }
  }

  private List<Path> compact(
      JobStore store, List<HStoreFile> inputs, long inputCells, Consumer<Path> beforeCreation)
      throws IOException {
    try (IndexJob index =
        IndexJob.begin(site, fs, spec, store.getStoreEngine().getCompactor(), inputs, indexes)) {
      List<Path> written =
          new PlannedCompaction(
                  store.getStoreEngine(), spec.request(), inputs, throughput, beforeCreation)
              .run();
      index.end(inputCells);
      return written;
    }
  }

  /** The configuration that HBase would make for the store. */
  private Configuration storeConfiguration() {
    return StoreUtils.createStoreConfiguration(
        configuration.base(), configuration.table(), configuration.family());
  }

  private JobRegion region() throws IOException {
    JobRegion region = unobserved();
    if (spec.request().getVisibilityLabels()) {
      region.setCoprocessorHost(LabelledDeletes.of(region));
    }
    return region;
  }

  /** The file system in which the compactor creates its files. */
  private HFileSystem uploads() throws IOException {
    return spec.inFamilyFolder() ? JobUploads.of(fs, job.control()::cancelled) : fs;
  }

  private JobRegion unobserved() throws IOException {
    SubmitRequest request = spec.request();
    return new JobRegion(
        new JobRegionFileSystem(
            configuration.base(),
            uploads(),
            spec.tableDir(),
            spec.region(),
            spec.folder().path(),
            spec.inFamilyFolder(),
            spec.favoredNodes()),
        configuration.base(),
        configuration.table(),
        new JobRegion.Snapshot(
            request.getSmallestReadPoint(),
            request.hasStoreMaxSequenceId()
                ? OptionalLong.of(request.getStoreMaxSequenceId())
                : OptionalLong.empty(),
            List.copyOf(request.getRetiredFileList())),
        job.control()::cancelled);
  }

  private List<OutputFile> describe(List<Path> written) throws IOException {
    List<OutputFile> outputs = new ArrayList<>();
    for (Path path : written) {
      job.control().throwIfCancelled();
      Path output = flattened(path);
      try (HFile.Reader reader =
          HFile.createReader(fs, output, CacheConfig.DISABLED, true, storeConfiguration())) {
        OutputFile.Builder file =
            OutputFile.newBuilder()
                .setName(output.getName())
                .setLength(reader.length())
                .setCells(reader.getEntries());
        String folder = path.getParent().getName();
        if (folder.startsWith(HConstants.STORAGE_POLICY_PREFIX)) {
          file.setStoragePolicy(folder.substring(HConstants.STORAGE_POLICY_PREFIX.length()));
        }
        outputs.add(file.build());
      }
    }
    return outputs;
  }

  /**
   * Moves an output out of the folder of a storage policy, which date-tiered outputs have. The
   * protocol separates name and policy, and a moved file keeps its blocks in place. An output in
   * the family's folder has no such folder ({@link Claims}).
   */
  private Path flattened(Path written) throws IOException {
    Path output = spec.output().output(spec.family().getNameAsString(), written.getName());
    if (!fs.makeQualified(output).equals(fs.makeQualified(written))
        && !fs.rename(written, output)) {
      throw new IOException("cannot rename " + written + " to " + output);
    }
    return output;
  }
}
