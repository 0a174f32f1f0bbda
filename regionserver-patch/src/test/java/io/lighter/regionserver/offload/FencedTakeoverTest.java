// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.offload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.lighter.common.CompactionJobId;
import io.lighter.common.JobFolder;
import io.lighter.common.OutputPlace;
import io.lighter.common.RetriedDeletions;
import io.lighter.common.engine.OutputCheck;
import io.lighter.common.protocol.LighterProtos.HeartbeatResponse;
import io.lighter.common.protocol.LighterProtos.JobProgress;
import io.lighter.common.protocol.LighterProtos.JobState;
import io.lighter.common.protocol.LighterProtos.OutputFile;
import io.lighter.regionserver.local.OffloadFailedException;
import io.lighter.regionserver.output.RegionFence;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequestImpl;
import org.apache.hadoop.hbase.regionserver.compactions.DefaultCompactor;
import org.apache.hadoop.hbase.regionserver.throttle.NoLimitThroughputController;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The output of a job that may outlive its region server, in the folder of the job. */
class FencedTakeoverTest {
  private static final byte[] FAMILY = Bytes.toBytes("f");

  private final HBaseTestingUtility util = new HBaseTestingUtility();
  private final Configuration conf = util.getConfiguration();
  private final CompactionJobId job = CompactionJobId.random();
  private final RetriedDeletions deletions = new RetriedDeletions();
  private HRegion region;
  private HStore store;
  private FileSystem fs;
  private JobFolder folder;
  private RegionFence fence;
  private HeartbeatResponse answer;

  @BeforeEach
  void completeAJob() throws IOException {
    TableName name = TableName.valueOf("fenced");
    region =
        HBaseTestingUtility.createRegionAndWAL(
            RegionInfoBuilder.newBuilder(name).build(),
            util.getDataTestDir(),
            conf,
            TableDescriptorBuilder.newBuilder(name)
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
                .build());
    store = region.getStore(FAMILY);
    fs = region.getFilesystem();
    for (String row : List.of("a", "b")) {
      region.put(new Put(Bytes.toBytes(row)).addColumn(FAMILY, FAMILY, FAMILY));
      region.flush(true);
    }
    folder = new JobFolder(JobFolder.outliving(region.getRegionFileSystem().getRegionDir()), job);
    fence = RegionFence.raise(fs, region.getRegionFileSystem().getTempDir());
    answer = compact();
  }

  @AfterEach
  void close() throws IOException {
    HBaseTestingUtility.closeRegionAndWAL(region);
    deletions.close();
    util.cleanupTestDir();
  }

  @Test
  void outputMovesIntoTheFence() throws IOException {
    List<Path> taken = takeOver(answer);

    assertThat(taken).singleElement().satisfies(file -> assertThat(fs.exists(file)).isTrue());
    assertThat(taken.get(0).getParent()).isEqualTo(fence.path());
    assertThat(fs.exists(folder.path())).isFalse();
  }

  /** The region's owner adopts the job, and needs its folder. */
  @Test
  void outputStaysIfTheRegionIsElsewhere() throws IOException {
    RegionFence.removeAll(fs, region.getRegionFileSystem().getTempDir());

    assertRefused(answer);

    assertThat(fs.exists(output())).isTrue();
    assertThat(fs.exists(fence.path())).isFalse();
  }

  @Test
  void badOutputIsDeletedWithTheJob() throws IOException {
    assertRefused(
        answer.toBuilder()
            .setOutput(0, answer.getOutput(0).toBuilder().setLength(1).build())
            .build());

    assertThat(fs.exists(folder.path())).isFalse();
    assertThat(fs.listStatus(fence.path())).isEmpty();
  }

  /** HBase takes the policy from the name of the folder, and a fence is one folder. */
  @Test
  void outputWithAStoragePolicyIsRefused() throws IOException {
    assertRefused(
        answer.toBuilder()
            .setOutput(0, answer.getOutput(0).toBuilder().setStoragePolicy("HOT").build())
            .build());
  }

  private void assertRefused(HeartbeatResponse refused) {
    assertThatExceptionOfType(OffloadFailedException.class).isThrownBy(() -> takeOver(refused));
  }

  private List<Path> takeOver(HeartbeatResponse completed) throws OffloadFailedException {
    try (OffloadMetrics metrics = new OffloadMetrics()) {
      return new OutputTakeover(
              store,
              store.getStoreEngine(),
              deletions,
              OutputAttributes.of(store, Optional.empty(), metrics),
              OutputPlace.JOB_FOLDER)
          .takeIntoFence(job, fence, completed, store.getStorefiles(), OutputCheck.NONE);
    }
  }

  private Path output() {
    return folder.output(Bytes.toString(FAMILY), answer.getOutput(0).getName());
  }

  /** Compacts, moves the output to the job's folder, and answers that the job is completed. */
  private HeartbeatResponse compact() throws IOException {
    CompactionRequestImpl request = new CompactionRequestImpl(store.getStorefiles());
    request.setIsMajor(true, true);
    Path written =
        new DefaultCompactor(conf, store)
            .compact(request, NoLimitThroughputController.INSTANCE, null)
            .get(0);
    Path to = folder.output(Bytes.toString(FAMILY), written.getName());
    fs.mkdirs(to.getParent());
    assertThat(fs.rename(written, to)).isTrue();
    try (HFile.Reader reader = HFile.createReader(fs, to, CacheConfig.DISABLED, true, conf)) {
      return HeartbeatResponse.newBuilder()
          .setState(JobState.COMPLETED)
          .addOutput(
              OutputFile.newBuilder()
                  .setName(to.getName())
                  .setLength(reader.length())
                  .setCells(reader.getEntries()))
          .setProgress(
              JobProgress.newBuilder()
                  .setCellsRead(reader.getEntries())
                  .setCellsWritten(reader.getEntries())
                  .setBytesRead(1)
                  .setBytesWritten(1)
                  .setPercent(100))
          .build();
    }
  }
}
