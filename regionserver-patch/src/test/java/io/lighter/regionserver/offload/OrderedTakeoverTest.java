// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.offload;

import static io.lighter.regionserver.offload.JobTestRegion.FAMILY;
import static io.lighter.regionserver.offload.JobTestRegion.FAMILY_NAME;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.lighter.common.OutputPlace;
import io.lighter.common.engine.OutputCheck;
import io.lighter.common.hbase.OrderedDateTieredCompactor;
import io.lighter.common.protocol.LighterProtos.HeartbeatResponse;
import io.lighter.common.protocol.LighterProtos.OutputFile;
import io.lighter.regionserver.local.LocalReason;
import io.lighter.regionserver.local.OffloadFailedException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionRequestImpl;
import org.apache.hadoop.hbase.regionserver.compactions.DateTieredCompactor;
import org.apache.hadoop.hbase.regionserver.throttle.NoLimitThroughputController;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Three outputs of one job, in the folder of the job. */
class OrderedTakeoverTest {
  /** First timestamps of the outputs. */
  private static final List<Long> TIERS = List.of(Long.MIN_VALUE, 10L, 20L);

  private JobTestRegion region;

  @BeforeEach
  void writeTwoInputs() throws IOException {
    region =
        new JobTestRegion(
            TableDescriptorBuilder.newBuilder(TableName.valueOf("ordered"))
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY)));
    for (String row : List.of("a", "b")) {
      for (long time = 5; time < 30; time += 10) {
        Put put = new Put(Bytes.toBytes(row + time), time).addColumn(FAMILY, FAMILY, FAMILY);
        region.region().put(put);
      }
      region.region().flush(true);
    }
  }

  @AfterEach
  void close() throws IOException {
    region.close();
  }

  @Test
  void outputsKeepTheirOrder() throws IOException {
    HeartbeatResponse answer =
        answer(compact(new OrderedDateTieredCompactor(region.conf(), region.store())));

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
    assertRefused(
        answer(compact(new DateTieredCompactor(region.conf(), region.store()))), "lists sources");
  }

  @Test
  void lastOutputMustListTheInputs() throws IOException {
    List<Path> outputs = compact(new OrderedDateTieredCompactor(region.conf(), region.store()));

    assertRefused(answer(outputs.subList(0, 2)), "does not list its source");
  }

  @Test
  void outputsAreComparedWithThePlanInTheirOrder() throws IOException {
    HeartbeatResponse answer =
        answer(compact(new OrderedDateTieredCompactor(region.conf(), region.store())));
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
    Path folder = new Path(region.region().getRegionFileSystem().getTempDir(), FAMILY_NAME);
    for (OutputFile output : answer.getOutputList()) {
      assertThat(region.fs().exists(new Path(folder, output.getName()))).isFalse();
    }
  }

  private List<Path> takeOver(HeartbeatResponse answer) throws OffloadFailedException {
    return takeOver(answer, OutputCheck.NONE);
  }

  private List<Path> takeOver(HeartbeatResponse answer, OutputCheck check)
      throws OffloadFailedException {
    return region
        .takeover(OutputPlace.JOB_FOLDER)
        .take(region.job(), answer, region.store().getStorefiles(), check);
  }

  private List<Path> compact(DateTieredCompactor compactor) throws IOException {
    return compactor.compact(
        new CompactionRequestImpl(region.store().getStorefiles()),
        TIERS,
        Map.of(),
        NoLimitThroughputController.INSTANCE,
        null);
  }

  /** Moves the outputs to the folder of the job, and answers that the job is completed. */
  private HeartbeatResponse answer(List<Path> outputs) throws IOException {
    List<OutputFile> reported = new ArrayList<>();
    for (Path output : outputs) {
      reported.add(region.reported(region.moveTo(region.folder(), output)));
    }
    return JobTestRegion.completed(reported);
  }
}
