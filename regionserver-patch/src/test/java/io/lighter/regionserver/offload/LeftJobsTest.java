// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.offload;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.JobFolder;
import io.lighter.common.JobRecord;
import io.lighter.common.protocol.LighterProtos.InputFile;
import io.lighter.common.protocol.LighterProtos.SubmitRequest;
import io.lighter.regionserver.output.RegionFence;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.DefaultStoreEngine;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A job of both files of a store, in the folder of a region that has just opened. */
class LeftJobsTest {
  private static final Duration GRACE = Duration.ofMinutes(1);

  private final OffloadMetrics metrics = new OffloadMetrics();
  private JobTestRegion opened;
  private HRegion region;
  private HStore store;
  private FileSystem fs;
  private JobFolder folder;
  private long nowNanos;

  @BeforeEach
  void leaveAJob() throws IOException {
    opened =
        new JobTestRegion(
            TableDescriptorBuilder.newBuilder(TableName.valueOf("left"))
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of(JobTestRegion.FAMILY))
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of("g")));
    region = opened.region();
    store = opened.store();
    fs = opened.fs();
    opened.writeFiles("a", "b");
    folder = opened.outlivingFolder();
    JobRecord.write(fs, folder, request());
  }

  @AfterEach
  void close() throws IOException {
    metrics.close();
    opened.close();
  }

  @Test
  void jobIsSelectedOnceWithItsInputs() throws IOException {
    LeftJobs jobs = found(GRACE);
    assertThat(jobs.isEmpty()).isFalse();

    AdoptedRequest selected = jobs.select(List.of(), false).orElseThrow();

    assertThat(selected.job()).isEqualTo(opened.job());
    assertThat(selected.isMajor()).isTrue();
    assertThat(selected.isAllFiles()).isTrue();
    assertThat(selected.getFiles()).containsExactlyElementsOf(store.getStorefiles());
    assertThat(selected.fence().stands()).isTrue();
    assertThat(jobs.isEmpty()).isTrue();
    assertThat(jobs.select(List.of(), false)).isEmpty();
    opened.deletions().retry();
    assertThat(fs.exists(folder.path())).isTrue();
  }

  /** A region server that pauses before the compaction may have lost the region then. */
  @Test
  void fenceOfTheTakeoverStandsFromTheOpeningOn() throws IOException {
    LeftJobs jobs = found(GRACE);
    RegionFence.removeAll(fs, fences()); // as the region's next owner does

    AdoptedRequest selected = jobs.select(List.of(), false).orElseThrow();

    assertThat(selected.fence().stands()).isFalse();
  }

  @Test
  void jobWithOtherSettingsIsDeletedWhenTheStoreOpens() throws IOException {
    LeftJobs jobs = jobs(GRACE);
    jobs.find(store.getStorefiles(), () -> request().toBuilder().setEngine("other").build());

    assertDropped(jobs);
  }

  @Test
  void jobWithoutAReadableRecordIsDeletedWhenTheStoreOpens() throws IOException {
    fs.create(new Path(folder.path(), ".job"), true).close();

    assertDropped(found(GRACE));
  }

  @Test
  void storeWithoutAGraceAdoptsNothing() throws IOException {
    assertDropped(found(Duration.ZERO));
  }

  @Test
  void jobOfAnotherFamilyStays() throws IOException {
    store = region.getStore(Bytes.toBytes("g"));

    assertThat(found(GRACE).isEmpty()).isTrue();
    opened.deletions().retry();

    assertThat(fs.exists(folder.path())).isTrue();
  }

  @Test
  void jobIsDroppedWhenAnInputIsCompacting() throws IOException {
    LeftJobs jobs = found(GRACE);
    HStoreFile compacting = store.getStorefiles().iterator().next();

    assertThat(jobs.select(List.of(compacting), false)).isEmpty();

    assertDropped(jobs);
  }

  @Test
  void jobIsDroppedWhenItsInputsWereCompacted() throws IOException {
    LeftJobs jobs = found(GRACE);
    region.compact(true);

    assertThat(jobs.select(List.of(), false)).isEmpty();

    assertDropped(jobs);
  }

  @Test
  void jobIsDroppedAfterTheGrace() throws IOException {
    LeftJobs jobs = found(GRACE);
    nowNanos += GRACE.toNanos() + 1;

    assertThat(jobs.select(List.of(), false)).isEmpty();

    assertDropped(jobs);
  }

  @Test
  void flushMeanwhileChangesNothing() throws IOException {
    LeftJobs jobs = found(GRACE);
    List<HStoreFile> inputs = List.copyOf(store.getStorefiles());
    opened.writeFiles("c");

    assertThat(jobs.select(List.of(), false).orElseThrow().getFiles())
        .containsExactlyElementsOf(inputs);
  }

  private void assertDropped(LeftJobs jobs) throws IOException {
    assertThat(jobs.isEmpty()).isTrue();
    opened.deletions().retry();
    assertThat(fs.exists(folder.path())).isFalse();
    assertThat(fs.exists(fences()) ? fs.listStatus(fences()) : new FileStatus[0]).isEmpty();
  }

  private Path fences() {
    return JobFolder.fences(
        region.getRegionFileSystem().getRegionDir(), store.getColumnFamilyName());
  }

  private LeftJobs found(Duration grace) {
    LeftJobs jobs = jobs(grace);
    jobs.find(store.getStorefiles(), () -> request());
    return jobs;
  }

  private LeftJobs jobs(Duration grace) {
    return new LeftJobs(store, grace, opened.deletions(), metrics, () -> nowNanos);
  }

  private SubmitRequest request() {
    SubmitRequest.Builder request =
        SubmitRequest.newBuilder()
            .setProtocolVersion(1)
            .setJobId(opened.job().value())
            .setRegionServer("rs.example.org,16020,1")
            .setTableDescriptor(
                ByteString.copyFrom(
                    TableDescriptorBuilder.toByteArray(region.getTableDescriptor())))
            .setRegionInfo(ByteString.copyFrom(RegionInfo.toByteArray(region.getRegionInfo())))
            .setFamily(ByteString.copyFrom(JobTestRegion.FAMILY))
            .setEngine(DefaultStoreEngine.class.getName())
            .setMajor(true)
            .setAllFiles(true)
            .setSmallestReadPoint(region.getSmallestReadPoint())
            .setPriority(1)
            .setDeadlineMs(1)
            .setHeartbeatTimeoutMs(1)
            .setGraceMs(GRACE.toMillis())
            .setCompactionServer("cs.example.org,16040,1");
    for (HStoreFile file : opened.store().getStorefiles()) {
      request.addInput(
          InputFile.newBuilder()
              .setName(file.getPath().getName())
              .setLength(file.getReader().length()));
    }
    return request.build();
  }
}
