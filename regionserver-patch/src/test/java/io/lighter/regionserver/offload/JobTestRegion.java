// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.offload;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.CompactionJobId;
import io.lighter.common.JobFolder;
import io.lighter.common.OutputPlace;
import io.lighter.common.RetriedDeletions;
import io.lighter.common.protocol.LighterProtos.HeartbeatResponse;
import io.lighter.common.protocol.LighterProtos.JobProgress;
import io.lighter.common.protocol.LighterProtos.JobState;
import io.lighter.common.protocol.LighterProtos.OutputFile;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequestImpl;
import org.apache.hadoop.hbase.regionserver.compactions.DefaultCompactor;
import org.apache.hadoop.hbase.regionserver.throttle.NoLimitThroughputController;
import org.apache.hadoop.hbase.util.Bytes;

/** A region on the local disk, without a region server, and one job of its family {@code f}. */
final class JobTestRegion implements Closeable {
  static final String FAMILY_NAME = "f";
  static final byte[] FAMILY = Bytes.toBytes(FAMILY_NAME);

  private final HBaseTestingUtility util = new HBaseTestingUtility();
  private final CompactionJobId job = CompactionJobId.random();
  private final RetriedDeletions deletions = new RetriedDeletions();
  private final HRegion region;

  /**
   * Creates the region.
   *
   * @param table has the family {@code f}
   */
  JobTestRegion(TableDescriptorBuilder table) throws IOException {
    TableDescriptor built = table.build();
    RegionInfo info = RegionInfoBuilder.newBuilder(built.getTableName()).build();
    region = HBaseTestingUtility.createRegionAndWAL(info, util.getDataTestDir(), conf(), built);
  }

  Configuration conf() {
    return util.getConfiguration();
  }

  HRegion region() {
    return region;
  }

  HStore store() {
    return region.getStore(FAMILY);
  }

  FileSystem fs() {
    return region.getFilesystem();
  }

  CompactionJobId job() {
    return job;
  }

  RetriedDeletions deletions() {
    return deletions;
  }

  /** The job's folder, if the job ends with its region server. */
  JobFolder folder() {
    return new JobFolder(region.getRegionFileSystem().getTempDir(), job);
  }

  /** The job's folder, if the job may outlive its region server. */
  JobFolder outlivingFolder() {
    Path dir = region.getRegionFileSystem().getRegionDir();
    return new JobFolder(JobFolder.outliving(dir), job);
  }

  /** Writes a file for each row. */
  void writeFiles(String... rows) throws IOException {
    for (String row : rows) {
      region.put(new Put(Bytes.toBytes(row)).addColumn(FAMILY, FAMILY, FAMILY));
      region.flush(true);
    }
  }

  /** Compacts all files to one in {@code .tmp}, with HBase's compactor. */
  Path compact() throws IOException {
    CompactionRequestImpl request = new CompactionRequestImpl(store().getStorefiles());
    request.setIsMajor(true, true);
    return new DefaultCompactor(conf(), store())
        .compact(request, NoLimitThroughputController.INSTANCE, null)
        .get(0);
  }

  /** Moves an output to a job's folder, as a compaction server writes it. */
  Path moveTo(JobFolder jobFolder, Path output) throws IOException {
    Path to = jobFolder.output(FAMILY_NAME, output.getName());
    fs().mkdirs(to.getParent());
    assertThat(fs().rename(output, to)).isTrue();
    return to;
  }

  /** An output as a compaction server reports it. */
  OutputFile reported(Path output) throws IOException {
    try (HFile.Reader reader =
        HFile.createReader(fs(), output, CacheConfig.DISABLED, true, conf())) {
      return OutputFile.newBuilder()
          .setName(output.getName())
          .setLength(reader.length())
          .setCells(reader.getEntries())
          .build();
    }
  }

  /** The answer of a compaction server that has completed the job. */
  static HeartbeatResponse completed(List<OutputFile> outputs) {
    long cells = outputs.stream().mapToLong(OutputFile::getCells).sum();
    return HeartbeatResponse.newBuilder()
        .setState(JobState.COMPLETED)
        .addAllOutput(outputs)
        .setProgress(
            JobProgress.newBuilder()
                .setCellsRead(cells)
                .setCellsWritten(cells)
                .setBytesRead(1)
                .setBytesWritten(1)
                .setPercent(100))
        .build();
  }

  OutputTakeover takeover(OutputPlace place) {
    return takeover(store(), place);
  }

  /**
   * The take-over of a store.
   *
   * @param observed a store of the family, maybe with another file system
   */
  OutputTakeover takeover(HStore observed, OutputPlace place) {
    try (OffloadMetrics metrics = new OffloadMetrics()) {
      return new OutputTakeover(
          observed,
          store().getStoreEngine(),
          deletions,
          OutputAttributes.of(store(), Optional.empty(), metrics),
          place);
    }
  }

  @Override
  public void close() throws IOException {
    HBaseTestingUtility.closeRegionAndWAL(region);
    deletions.close();
    util.cleanupTestDir();
  }
}
