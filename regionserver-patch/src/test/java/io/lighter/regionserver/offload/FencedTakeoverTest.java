// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.offload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.lighter.common.JobFolder;
import io.lighter.common.OutputPlace;
import io.lighter.common.engine.OutputCheck;
import io.lighter.common.protocol.LighterProtos.HeartbeatResponse;
import io.lighter.regionserver.local.OffloadFailedException;
import io.lighter.regionserver.output.RegionFence;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The output of a job that may outlive its region server, in the folder of the job. */
class FencedTakeoverTest {
  private JobTestRegion region;
  private FileSystem fs;
  private JobFolder folder;
  private RegionFence fence;
  private HeartbeatResponse answer;

  @BeforeEach
  void completeAJob() throws IOException {
    region =
        new JobTestRegion(
            TableDescriptorBuilder.newBuilder(TableName.valueOf("fenced"))
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of(JobTestRegion.FAMILY)));
    fs = region.fs();
    region.writeFiles("a", "b");
    folder = region.outlivingFolder();
    fence = RegionFence.raise(fs, tempDir());
    Path output = region.moveTo(folder, region.compact());
    answer = JobTestRegion.completed(List.of(region.reported(output)));
  }

  @AfterEach
  void close() throws IOException {
    region.close();
  }

  private Path tempDir() {
    return region.region().getRegionFileSystem().getTempDir();
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
    RegionFence.removeAll(fs, tempDir());

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
    return region
        .takeover(OutputPlace.JOB_FOLDER)
        .takeIntoFence(
            region.job(), fence, completed, region.store().getStorefiles(), OutputCheck.NONE);
  }

  private Path output() {
    return folder.output(JobTestRegion.FAMILY_NAME, answer.getOutput(0).getName());
  }
}
