// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.offload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.lighter.common.ClaimedOutput;
import io.lighter.common.CompactionJobId;
import io.lighter.common.JobFolder;
import io.lighter.common.OutputPlace;
import io.lighter.common.RetriedDeletions;
import io.lighter.common.engine.OutputCheck;
import io.lighter.common.protocol.LighterProtos.HeartbeatResponse;
import io.lighter.common.protocol.LighterProtos.JobProgress;
import io.lighter.common.protocol.LighterProtos.JobState;
import io.lighter.common.protocol.LighterProtos.OutputFile;
import io.lighter.regionserver.local.LocalReason;
import io.lighter.regionserver.local.OffloadFailedException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
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
import org.apache.hadoop.hbase.regionserver.storefiletracker.StoreFileTrackerFactory;
import org.apache.hadoop.hbase.regionserver.throttle.NoLimitThroughputController;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An output in the family's folder of a store whose tracker keeps a list. */
class ClaimedTakeoverTest {
  private static final byte[] FAMILY = Bytes.toBytes("f");

  private final HBaseTestingUtility util = new HBaseTestingUtility();
  private final Configuration conf = util.getConfiguration();
  private final CompactionJobId job = CompactionJobId.random();
  private final RetriedDeletions deletions = new RetriedDeletions();
  private HRegion region;
  private FileSystem fs;
  private ClaimedOutput claimed;
  private Path output;

  /** Paths whose deletion fails. */
  private Path undeletable = new Path("/none");

  @BeforeEach
  void writeAnOutput() throws IOException {
    TableName name = TableName.valueOf("claimed");
    region =
        HBaseTestingUtility.createRegionAndWAL(
            RegionInfoBuilder.newBuilder(name).build(),
            util.getDataTestDir(),
            conf,
            TableDescriptorBuilder.newBuilder(name)
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
                .setValue(StoreFileTrackerFactory.TRACKER_IMPL, "FILE")
                .build());
    fs =
        new FilterFileSystem(region.getFilesystem()) {
          @Override
          public boolean rename(Path from, Path to) throws IOException {
            throw new IOException("no rename of " + from);
          }

          @Override
          public boolean delete(Path path, boolean recursive) throws IOException {
            if (path.equals(undeletable)) {
              throw new IOException("the store does not answer");
            }
            return super.delete(path, recursive);
          }
        };
    for (String row : List.of("a", "b")) {
      region.put(new Put(Bytes.toBytes(row)).addColumn(FAMILY, FAMILY, FAMILY));
      region.flush(true);
    }
    claimed = new ClaimedOutput(new JobFolder(region.getRegionFileSystem().getTempDir(), job));
    output = compacted();
    claimed.claim(fs, "f", output.getName());
  }

  @AfterEach
  void close() throws IOException {
    HBaseTestingUtility.closeRegionAndWAL(region);
    deletions.close();
    util.cleanupTestDir();
  }

  @Test
  void outputStaysWhereItIsAndItsClaimIsReleased() throws Exception {
    List<Path> taken = takeover().take(job, answer(0), store().getStorefiles(), OutputCheck.NONE);

    assertThat(taken).containsExactly(output);
    assertThat(output.getParent()).isEqualTo(region.getRegionFileSystem().getStoreDir("f"));
    assertThat(fs.exists(output)).isTrue();
    assertThat(fs.exists(claimed.path())).isFalse();
  }

  @Test
  void outputWithAnotherLengthIsDeletedWithItsClaim() throws Exception {
    OffloadFailedException failure = refused(answer(1));

    assertThat(failure.reason()).isEqualTo(LocalReason.BAD_OUTPUT);
    assertThat(fs.exists(output)).isFalse();
    assertThat(fs.exists(claimed.path())).isFalse();
  }

  /** With a claim, the region's next owner would delete a file of the store. */
  @Test
  void outputWhoseClaimCannotBeReleasedIsGivenUp() throws Exception {
    undeletable = claimed.path();

    OffloadFailedException failure = refused(answer(0));

    assertThat(failure.reason()).isEqualTo(LocalReason.FAILED);
    assertThat(fs.exists(output)).isFalse();
    undeletable = new Path("/none");
    deletions.retry();
    assertThat(fs.exists(claimed.path())).isFalse();
  }

  @Test
  void outputThatTheServerHasDeletedIsNoBadOutput() throws Exception {
    HeartbeatResponse answer = answer(0);
    claimed.delete(fs);

    OffloadFailedException failure = refused(answer);

    assertThat(failure.reason()).isEqualTo(LocalReason.FAILED);
    assertThat(failure).hasMessageContaining("not there any more");
  }

  @Test
  void outputIsDeletedAsSoonAsTheStoreAnswers() throws Exception {
    undeletable = output;
    takeover().discard(job);
    assertThat(fs.exists(output)).isTrue();
    assertThat(claimed.isClaimed(fs, "f", output.getName())).isTrue();

    undeletable = new Path("/none");
    deletions.retry();

    assertThat(fs.exists(output)).isFalse();
    assertThat(fs.exists(claimed.path())).isFalse();
  }

  private OffloadFailedException refused(HeartbeatResponse answer) {
    return catchThrowableOfType(
        OffloadFailedException.class,
        () -> takeover().take(job, answer, store().getStorefiles(), OutputCheck.NONE));
  }

  private HStore store() {
    return region.getStore(FAMILY);
  }

  private OutputTakeover takeover() throws IOException {
    ColumnFamilyDescriptor family = region.getTableDescriptor().getColumnFamily(FAMILY);
    HStore observed =
        new HStore(region, family, conf, true) {
          @Override
          public FileSystem getFileSystem() {
            return fs;
          }
        };
    try (OffloadMetrics metrics = new OffloadMetrics()) {
      return new OutputTakeover(
          observed,
          store().getStoreEngine(),
          deletions,
          OutputAttributes.of(store(), Optional.empty(), metrics),
          OutputPlace.FAMILY_FOLDER);
    }
  }

  private Path compacted() throws IOException {
    return new DefaultCompactor(conf, store())
        .compact(
            new CompactionRequestImpl(store().getStorefiles()),
            NoLimitThroughputController.INSTANCE,
            null)
        .get(0);
  }

  /**
   * @param more bytes that the answer has and the file has not
   */
  private HeartbeatResponse answer(long more) throws IOException {
    try (HFile.Reader reader = HFile.createReader(fs, output, CacheConfig.DISABLED, true, conf)) {
      return HeartbeatResponse.newBuilder()
          .setState(JobState.COMPLETED)
          .addOutput(
              OutputFile.newBuilder()
                  .setName(output.getName())
                  .setLength(reader.length() + more)
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
