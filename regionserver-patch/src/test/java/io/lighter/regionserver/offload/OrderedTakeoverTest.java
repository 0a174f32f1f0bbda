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
import io.lighter.common.hbase.OrderedDateTieredCompactor;
import io.lighter.common.protocol.LighterProtos.HeartbeatResponse;
import io.lighter.common.protocol.LighterProtos.JobProgress;
import io.lighter.common.protocol.LighterProtos.JobState;
import io.lighter.common.protocol.LighterProtos.OutputFile;
import io.lighter.regionserver.local.LocalReason;
import io.lighter.regionserver.local.OffloadFailedException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
import org.apache.hadoop.hbase.regionserver.compactions.DateTieredCompactor;
import org.apache.hadoop.hbase.regionserver.throttle.NoLimitThroughputController;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Three outputs of one job, in the folder of the job. */
class OrderedTakeoverTest {
  private static final byte[] FAMILY = Bytes.toBytes("f");

  /** First timestamps of the outputs. */
  private static final List<Long> TIERS = List.of(Long.MIN_VALUE, 10L, 20L);

  private final HBaseTestingUtility util = new HBaseTestingUtility();
  private final Configuration conf = util.getConfiguration();
  private final CompactionJobId job = CompactionJobId.random();
  private final RetriedDeletions deletions = new RetriedDeletions();
  private HRegion region;
  private HStore store;
  private FileSystem fs;

  @BeforeEach
  void writeTwoInputs() throws IOException {
    TableName name = TableName.valueOf("ordered");
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
      for (long time = 5; time < 30; time += 10) {
        region.put(new Put(Bytes.toBytes(row + time), time).addColumn(FAMILY, FAMILY, FAMILY));
      }
      region.flush(true);
    }
  }

  @AfterEach
  void close() throws IOException {
    HBaseTestingUtility.closeRegionAndWAL(region);
    deletions.close();
    util.cleanupTestDir();
  }

  @Test
  void outputsKeepTheirOrder() throws IOException {
    HeartbeatResponse answer = answer(compact(new OrderedDateTieredCompactor(conf, store)));

    List<Path> taken = takeOver(answer);

    assertThat(taken)
        .extracting(Path::getName)
        .containsExactlyElementsOf(
            answer.getOutputList().stream().map(OutputFile::getName).toList())
        .hasSize(TIERS.size());
  }

  /** Outputs of an older compaction server, which all list the inputs. */
  @Test
  void inputsListedBeforeTheLastOutputAreRejected() throws IOException {
    assertRefused(answer(compact(new DateTieredCompactor(conf, store))), "lists sources");
  }

  @Test
  void lastOutputMustListTheInputs() throws IOException {
    List<Path> outputs = compact(new OrderedDateTieredCompactor(conf, store));

    assertRefused(answer(outputs.subList(0, 2)), "does not list its source");
  }

  @Test
  void outputsAreComparedWithThePlanInTheirOrder() throws IOException {
    HeartbeatResponse answer = answer(compact(new OrderedDateTieredCompactor(conf, store)));
    List<String> seen = new ArrayList<>();

    assertRefused(
        answer,
        output -> {
          seen.add(output.getPath().getName());
          if (seen.size() == TIERS.size()) {
            throw new IOException("not of this plan");
          }
        },
        "not of this plan");
    assertThat(seen)
        .containsExactlyElementsOf(
            answer.getOutputList().stream().map(OutputFile::getName).toList());
  }

  private void assertRefused(HeartbeatResponse answer, String message) throws IOException {
    assertRefused(answer, OutputCheck.NONE, message);
  }

  private void assertRefused(HeartbeatResponse answer, OutputCheck check, String message)
      throws IOException {
    assertThatExceptionOfType(OffloadFailedException.class)
        .isThrownBy(() -> takeOver(answer, check))
        .withMessageContaining(message)
        .satisfies(e -> assertThat(e.reason()).isEqualTo(LocalReason.BAD_OUTPUT));
    Path folder = new Path(region.getRegionFileSystem().getTempDir(), Bytes.toString(FAMILY));
    for (OutputFile output : answer.getOutputList()) {
      assertThat(fs.exists(new Path(folder, output.getName()))).isFalse();
    }
  }

  private List<Path> takeOver(HeartbeatResponse answer) throws OffloadFailedException {
    return takeOver(answer, OutputCheck.NONE);
  }

  private List<Path> takeOver(HeartbeatResponse answer, OutputCheck check)
      throws OffloadFailedException {
    try (OffloadMetrics metrics = new OffloadMetrics()) {
      return new OutputTakeover(
              store,
              store.getStoreEngine(),
              deletions,
              OutputAttributes.of(store, Optional.empty(), metrics),
              OutputPlace.JOB_FOLDER)
          .take(job, answer, store.getStorefiles(), check);
    }
  }

  private List<Path> compact(DateTieredCompactor compactor) throws IOException {
    return compactor.compact(
        new CompactionRequestImpl(store.getStorefiles()),
        TIERS,
        Map.of(),
        NoLimitThroughputController.INSTANCE,
        null);
  }

  /** Moves the outputs to the folder of the job, and answers that the job is completed. */
  private HeartbeatResponse answer(List<Path> outputs) throws IOException {
    Path tempDir = region.getRegionFileSystem().getTempDir();
    HeartbeatResponse.Builder answer = HeartbeatResponse.newBuilder().setState(JobState.COMPLETED);
    long cells = 0;
    for (Path output : outputs) {
      Path to = new JobFolder(tempDir, job).output(Bytes.toString(FAMILY), output.getName());
      fs.mkdirs(to.getParent());
      assertThat(fs.rename(output, to)).isTrue();
      try (HFile.Reader reader = HFile.createReader(fs, to, CacheConfig.DISABLED, true, conf)) {
        cells += reader.getEntries();
        answer.addOutput(
            OutputFile.newBuilder()
                .setName(to.getName())
                .setLength(reader.length())
                .setCells(reader.getEntries()));
      }
    }
    return answer
        .setProgress(
            JobProgress.newBuilder()
                .setCellsRead(cells)
                .setCellsWritten(cells)
                .setBytesRead(1)
                .setBytesWritten(1)
                .setPercent(100))
        .build();
  }
}
