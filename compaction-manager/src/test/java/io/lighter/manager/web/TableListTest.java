// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.protocol.LighterProtos.RegionServerReport;
import io.lighter.common.protocol.LighterProtos.StoreFileExtent;
import io.lighter.common.protocol.LighterProtos.StoreStructure;
import io.lighter.common.protocol.LighterProtos.StoreTree;
import io.lighter.common.protocol.LighterProtos.TableStructure;
import io.lighter.manager.monitor.Snapshot;
import io.lighter.manager.monitor.Snapshots;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.com.google.protobuf.ByteString;
import org.junit.jupiter.api.Test;

/** Tables and their stores as two region servers report them. */
class TableListTest {
  private static final ServerName OTHER = ServerName.valueOf("other,1,1");
  private static final Paging ALL = new Paging(100, 0, "bytes", true, "");

  @Test
  void amplificationIsThatOfAllRegionServersTogether() {
    JsonObject table =
        page(
                client().addTableStructure(table("t", 100, 300, 2, 6, 50, 40)),
                client().addTableStructure(table("t", 100, 100, 1, 3, 50, 10)))
            .get(0)
            .getAsJsonObject();

    assertThat(table.get("region_servers").getAsInt()).isEqualTo(2);
    assertThat(table.get("write_amplification").getAsDouble()).isEqualTo(3);
    assertThat(table.get("read_amplification").getAsDouble()).isEqualTo(3);
    assertThat(table.get("most_runs").getAsInt()).isEqualTo(6);
    assertThat(table.get("space_amplification").getAsDouble())
        .as("with waiting files")
        .isEqualTo(2.4);
    assertThat(table.get("unmerged_bytes").getAsLong()).isEqualTo(50);
  }

  @Test
  void unknownAmplificationsAreNull() {
    JsonObject table =
        page(client().addTableStructure(table("t", 0, 9, 0, 0, 0, 0)), client())
            .get(0)
            .getAsJsonObject();

    assertThat(table.get("write_amplification").isJsonNull()).isTrue();
    assertThat(table.get("read_amplification").isJsonNull()).isTrue();
    assertThat(table.get("space_amplification").isJsonNull()).isTrue();
  }

  @Test
  void largestTableIsFirst() {
    assertThat(
            page(
                client().addTableStructure(table("small", 1, 1, 1, 1, 5, 5)),
                client().addTableStructure(table("large", 1, 1, 1, 1, 9, 9))))
        .extracting(table -> table.getAsJsonObject().get("table").getAsString())
        .containsExactly("large", "small");
  }

  @Test
  void storesAreThoseOfTheTableAndServersThatHaveNotReportedAreNamed() {
    JsonObject stores =
        StoreList.of(
            snapshot(
                client()
                    .addTableStructure(table("t", 1, 1, 1, 1, 5, 5))
                    .addStore(store("t"))
                    .addStore(store("u"))
                    .setStoresLeftOut(7),
                client().addTableStructure(table("t", 1, 1, 1, 1, 5, 5)).setStoresLeftOut(9)),
            "t");

    assertThat(stores.getAsJsonArray("stores")).hasSize(1);
    assertThat(stores.get("stores_left_out").getAsInt()).isEqualTo(7);
    assertThat(stores.getAsJsonArray("silent_servers").toString())
        .isEqualTo("[\"" + OTHER.getServerName() + "\"]");
    assertThat(stores.getAsJsonObject("sums").get("region_servers").getAsInt()).isEqualTo(2);
  }

  @Test
  void tableThatNobodyReportsHasNoSums() {
    JsonObject stores = StoreList.of(snapshot(client(), client()), "t");

    assertThat(stores.get("sums").isJsonNull()).isTrue();
    assertThat(stores.getAsJsonArray("stores")).isEmpty();
    assertThat(stores.getAsJsonArray("silent_servers")).isEmpty();
  }

  @Test
  void filesHavePlacesOverTheKeySpaceAndLanesWithoutOverlap() {
    StoreStructure store =
        store("t").toBuilder()
            .addFile(file("a", "c", 4, true))
            .addFile(file("d", "e", 4, true))
            .addFile(file("a", "e", 1, false))
            .addFile(file("b", "b", 1, false))
            .addFile(StoreFileExtent.newBuilder().setBytes(1).setInLargestRun(false))
            .addFile(file("c", "d", 1, false))
            .addFile(file("b", "d", 1, false))
            .build();
    JsonObject json =
        StoreList.of(snapshot(client().addStore(store), client()), "t")
            .getAsJsonArray("stores")
            .get(0)
            .getAsJsonObject();

    assertThat(json.get("start_row").isJsonNull()).isTrue();
    assertThat(json.get("end_row").getAsString()).isEqualTo("z\\x00");
    assertThat(json.get("unmerged_bytes").getAsLong()).isEqualTo(3);
    assertThat(json.getAsJsonArray("file"))
        .extracting(TableListTest::place)
        .containsExactly(
            "a-c 0.0-0.5 lane 0",
            "a-e 0.0-1.0 lane 1",
            "b-b 0.25-0.25 lane 2",
            "b-d 0.25-0.75 lane 3",
            "c-d 0.5-0.75 lane 2",
            "d-e 0.75-1.0 lane 0",
            "no cells");
  }

  @Test
  void treesOfAForestAreShown() {
    StoreStructure store =
        store("t").toBuilder()
            .addFile(file("a", "c", 4, true).toBuilder().setTree(0))
            .addFile(file("b", "d", 1, false))
            .addTree(
                StoreTree.newBuilder()
                    .setStage(2)
                    .setFiles(3)
                    .setBytes(9)
                    .setDueClusters(1)
                    .setDueBytes(5))
            .build();
    JsonObject json =
        StoreList.of(snapshot(client().addStore(store), client()), "t")
            .getAsJsonArray("stores")
            .get(0)
            .getAsJsonObject();

    assertThat(json.getAsJsonArray("tree").toString())
        .isEqualTo("[{\"stage\":2,\"files\":3,\"bytes\":9,\"due_clusters\":1,\"due_bytes\":5}]");
    assertThat(json.getAsJsonArray("file"))
        .extracting(file -> file.getAsJsonObject().get("tree").toString())
        .containsExactly("0", "null");
  }

  private static String place(JsonElement element) {
    JsonObject file = element.getAsJsonObject();
    return file.get("first_row").isJsonNull()
        ? "no cells"
        : "%s-%s %s-%s lane %d"
            .formatted(
                file.get("first_row").getAsString(),
                file.get("last_row").getAsString(),
                file.get("from").getAsDouble(),
                file.get("to").getAsDouble(),
                file.get("lane").getAsInt());
  }

  private static JsonArray page(
      RegionServerReport.Builder client, RegionServerReport.Builder other) {
    return TableList.page(snapshot(client, other), ALL).getAsJsonArray("tables");
  }

  private static Snapshot snapshot(
      RegionServerReport.Builder client, RegionServerReport.Builder other) {
    return new Snapshot(
        0,
        Snapshots.status().build(),
        Set.of(),
        Map.of(
            Snapshots.CLIENT,
            client.build(),
            OTHER,
            other.setRegionServer(OTHER.getServerName()).build()),
        List.of());
  }

  private static RegionServerReport.Builder client() {
    return Snapshots.client("busy", 1).toBuilder();
  }

  private static TableStructure table(
      String name, long flushed, long compacted, int stores, int runs, long bytes, long runBytes) {
    return TableStructure.newBuilder()
        .setTable(name)
        .setFlushedBytes(flushed)
        .setCompactedBytes(compacted)
        .setStores(stores)
        .setFiles(runs)
        .setRuns(runs)
        .setMostRuns(runs)
        .setBytes(bytes)
        .setWaitingBytes(bytes == 0 ? 0 : 10)
        .setRunBytes(runBytes)
        .build();
  }

  private static StoreStructure store(String table) {
    return StoreStructure.newBuilder()
        .setTable(table)
        .setRegion("r")
        .setStartRow(ByteString.EMPTY)
        .setEndRow(ByteString.copyFromUtf8("z\0"))
        .setFamily("f")
        .setEngine("E")
        .setDecorated(true)
        .setFiles(5)
        .setRuns(3)
        .setBytes(11)
        .setWaitingBytes(0)
        .setRunBytes(8)
        .build();
  }

  private static StoreFileExtent file(String first, String last, long bytes, boolean largest) {
    return StoreFileExtent.newBuilder()
        .setFirstRow(ByteString.copyFromUtf8(first))
        .setLastRow(ByteString.copyFromUtf8(last))
        .setBytes(bytes)
        .setInLargestRun(largest)
        .build();
  }
}
