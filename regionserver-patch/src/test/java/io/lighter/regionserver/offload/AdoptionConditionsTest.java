// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.offload;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.CompactionJobId;
import io.lighter.common.protocol.LighterProtos.CompactionPlan;
import io.lighter.common.protocol.LighterProtos.ConfigurationEntry;
import io.lighter.common.protocol.LighterProtos.InputFile;
import io.lighter.common.protocol.LighterProtos.SubmitRequest;
import io.lighter.regionserver.offload.AdoptionConditions.StoredFile;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.DefaultStoreEngine;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.junit.jupiter.api.Test;

/** A job with the inputs {@code a} (sequence id 10) and {@code b} (20), and the read point 25. */
class AdoptionConditionsTest {
  private static final TableName TABLE = TableName.valueOf("t");
  private static final long READ_POINT = 25;

  private final List<StoredFile> files =
      new ArrayList<>(List.of(file("a", 10, 9), file("b", 20, 20)));
  private final SubmitRequest.Builder left = request();
  private long smallestReadPoint = READ_POINT;
  private boolean needsMajor;

  @Test
  void unchangedStoreAdoptsTheJob() {
    assertThat(AdoptionConditions.ofRequest(left.build(), request().build())).isEmpty();
    assertThat(ofStore()).isEmpty();
  }

  @Test
  void inputsMustBeThereWithTheirLengths() {
    files.remove(0);
    assertDropped(DropReason.INPUTS);

    files.add(new StoredFile("a", 101, 10, 9, false));
    assertDropped(DropReason.INPUTS);
  }

  @Test
  void inputsMustNotBeCompacting() {
    files.set(1, new StoredFile("b", 100, 20, 20, true));

    assertDropped(DropReason.COMPACTING);
  }

  /** The job has dropped what no scan with a read point of at least 25 sees. */
  @Test
  void scanMustNotBeOlderThanTheJob() {
    left.setSmallestReadPoint(15); // below the newest cell of the inputs

    smallestReadPoint = 15;
    assertThat(ofStore()).isEmpty();
    smallestReadPoint = 14;
    assertDropped(DropReason.READ_POINT);
  }

  /** Sequence ids of writes that were in no log are lost with a region server. */
  @Test
  void scanThatSeesAllCellsOfTheInputsMayBeOlderThanTheJob() {
    smallestReadPoint = 20;
    assertThat(ofStore()).isEmpty();

    smallestReadPoint = 19;
    assertDropped(DropReason.READ_POINT);
  }

  /**
   * A bulk load's cells have the file's sequence id, others may have a higher one than the file.
   */
  @Test
  void newestCellIsThatOfTheFileOrOfItsCells() {
    files.set(1, file("b", 20, 23));
    smallestReadPoint = 22;

    assertDropped(DropReason.READ_POINT);
  }

  @Test
  void newerFilesOfFlushesAndBulkLoadsMayBeThere() {
    files.add(file("flushed", 21, 21));
    files.add(file("loaded", 22, 0));

    assertThat(ofStore()).isEmpty();
  }

  /** Its cells may be older than delete markers that the job has dropped. */
  @Test
  void compactionOfAllFilesMustHaveReadEachOlderFile() {
    files.add(file("older", 20, 0));
    assertDropped(DropReason.OLDER_FILE);

    left.setMajor(false).setAllFiles(false);
    assertThat(ofStore()).isEmpty();
  }

  @Test
  void requestedMajorCompactionNeedsAMajorJobOfAllFiles() {
    needsMajor = true;
    assertThat(ofStore()).isEmpty();

    files.add(file("flushed", 21, 21));
    assertDropped(DropReason.MAJOR);

    files.remove(2);
    left.setMajor(false);
    assertDropped(DropReason.MAJOR);
  }

  @Test
  void settingsMustBeTheSame() {
    TableDescriptor other =
        TableDescriptorBuilder.newBuilder(TABLE)
            .setColumnFamily(
                ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes("f"))
                    .setMaxVersions(9)
                    .build())
            .build();
    RegionInfo daughter = RegionInfoBuilder.newBuilder(TABLE).setRegionId(8).build();

    assertDropped(
        DropReason.SETTINGS,
        request()
            .setTableDescriptor(ByteString.copyFrom(TableDescriptorBuilder.toByteArray(other))),
        request().setRegionInfo(ByteString.copyFrom(RegionInfo.toByteArray(daughter))),
        request().setFamily(ByteString.copyFromUtf8("g")),
        request().setEngine("another.Engine"),
        request().setPlan(plan()),
        request().setInFamilyFolder(true),
        request().addConfiguration(entry("hfile.format.version", "3")),
        request().clearConfiguration());
  }

  @Test
  void orderOfSettingsDoesNotMatter() {
    List<ConfigurationEntry> reversed = new ArrayList<>(left.getConfigurationList());
    Collections.reverse(reversed);
    left.clearConfiguration().addAllConfiguration(reversed);

    assertThat(AdoptionConditions.ofRequest(left.build(), request().build())).isEmpty();
  }

  @Test
  void recordMustBeWhatARegionServerSends() {
    assertDropped(
        DropReason.RECORD,
        request().setCompactionServer("../x"),
        request().clearCompactionServer(),
        request().clearInput(),
        request().setAllFiles(false),
        request().setTableDescriptor(ByteString.copyFromUtf8("junk")),
        request().setRegionInfo(ByteString.copyFromUtf8("junk")));
  }

  private Optional<DropReason> ofStore() {
    return AdoptionConditions.ofStore(left.build(), files, smallestReadPoint, needsMajor);
  }

  private void assertDropped(DropReason reason) {
    assertThat(ofStore()).contains(reason);
  }

  private static void assertDropped(DropReason reason, SubmitRequest.Builder... requests) {
    for (SubmitRequest.Builder request : requests) {
      assertThat(AdoptionConditions.ofRequest(request.build(), request().build()))
          .as("%s", request)
          .contains(reason);
    }
  }

  private static StoredFile file(String name, long sequenceId, long newestCell) {
    return new StoredFile(name, 100, sequenceId, newestCell, false);
  }

  private static CompactionPlan plan() {
    CompactionPlan.Builder plan = CompactionPlan.newBuilder();
    plan.getDateTieredBuilder().addLowerBoundary(1);
    return plan.build();
  }

  private static ConfigurationEntry entry(String key, String value) {
    return ConfigurationEntry.newBuilder().setKey(key).setValue(value).build();
  }

  private static SubmitRequest.Builder request() {
    TableDescriptor table =
        TableDescriptorBuilder.newBuilder(TABLE)
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"))
            .setValue("one", "1")
            .setValue("two", "2")
            .build();
    return SubmitRequest.newBuilder()
        .setProtocolVersion(1)
        .setJobId(CompactionJobId.random().value())
        .setRegionServer("rs.example.org,16020,1")
        .setTableDescriptor(ByteString.copyFrom(TableDescriptorBuilder.toByteArray(table)))
        .setRegionInfo(
            ByteString.copyFrom(
                RegionInfo.toByteArray(RegionInfoBuilder.newBuilder(TABLE).setRegionId(7).build())))
        .setFamily(ByteString.copyFromUtf8("f"))
        .setEngine(DefaultStoreEngine.class.getName())
        .addInput(InputFile.newBuilder().setName("a").setLength(100))
        .addInput(InputFile.newBuilder().setName("b").setLength(100))
        .setMajor(true)
        .setAllFiles(true)
        .setSmallestReadPoint(READ_POINT)
        .setPriority(1)
        .setDeadlineMs(1)
        .setHeartbeatTimeoutMs(1)
        .addConfiguration(entry("hbase.hstore.x", "1"))
        .addConfiguration(entry("hbase.hstore.y", "2"))
        .setGraceMs(60_000)
        .setCompactionServer("cs.example.org,16040,1");
  }
}
