// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.offload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.lighter.common.ClaimedOutput;
import io.lighter.common.OutputPlace;
import io.lighter.common.engine.OutputCheck;
import io.lighter.common.protocol.LighterProtos.HeartbeatResponse;
import io.lighter.common.protocol.LighterProtos.OutputFile;
import io.lighter.regionserver.local.LocalReason;
import io.lighter.regionserver.local.OffloadFailedException;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.storefiletracker.StoreFileTrackerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An output in the family's folder of a store whose tracker keeps a list. */
class ClaimedTakeoverTest {
  private JobTestRegion region;
  private FileSystem fs;
  private ClaimedOutput claimed;
  private Path output;

  /** Paths whose deletion fails. */
  private Path undeletable = new Path("/none");

  @BeforeEach
  void writeAnOutput() throws IOException {
    region =
        new JobTestRegion(
            TableDescriptorBuilder.newBuilder(TableName.valueOf("claimed"))
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of(JobTestRegion.FAMILY))
                .setValue(StoreFileTrackerFactory.TRACKER_IMPL, "FILE"));
    fs =
        new FilterFileSystem(region.fs()) {
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
    region.writeFiles("a", "b");
    claimed = new ClaimedOutput(region.folder());
    output = region.compact();
    claimed.claim(fs, JobTestRegion.FAMILY_NAME, output.getName());
  }

  @AfterEach
  void close() throws IOException {
    region.close();
  }

  @Test
  void outputStaysWhereItIsAndItsClaimIsReleased() throws Exception {
    List<Path> taken = takeover().take(region.job(), answer(0), files(), OutputCheck.NONE);

    assertThat(taken).containsExactly(output);
    assertThat(output.getParent())
        .isEqualTo(region.region().getRegionFileSystem().getStoreDir("f"));
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
    region.deletions().retry();
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
    takeover().discard(region.job());
    assertThat(fs.exists(output)).isTrue();
    assertThat(claimed.isClaimed(fs, "f", output.getName())).isTrue();

    undeletable = new Path("/none");
    region.deletions().retry();

    assertThat(fs.exists(output)).isFalse();
    assertThat(fs.exists(claimed.path())).isFalse();
  }

  private OffloadFailedException refused(HeartbeatResponse answer) {
    return catchThrowableOfType(
        OffloadFailedException.class,
        () -> takeover().take(region.job(), answer, files(), OutputCheck.NONE));
  }

  private Collection<HStoreFile> files() {
    return region.store().getStorefiles();
  }

  private OutputTakeover takeover() throws IOException {
    HStore observed =
        new HStore(
            region.region(), region.store().getColumnFamilyDescriptor(), region.conf(), true) {
          @Override
          public FileSystem getFileSystem() {
            return fs;
          }
        };
    return region.takeover(observed, OutputPlace.FAMILY_FOLDER);
  }

  /**
   * @param more bytes that the answer has and the file has not
   */
  private HeartbeatResponse answer(long more) throws IOException {
    OutputFile reported = region.reported(output);
    return JobTestRegion.completed(
        List.of(reported.toBuilder().setLength(reported.getLength() + more).build()));
  }
}
