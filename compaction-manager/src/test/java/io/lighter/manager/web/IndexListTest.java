// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.web;

import static io.lighter.manager.monitor.Snapshots.indexes;
import static io.lighter.manager.monitor.Snapshots.withIndexes;
import static io.lighter.manager.monitor.Snapshots.withTable;
import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.protocol.LighterProtos.IndexActivity;
import io.lighter.common.protocol.LighterProtos.IndexName;
import io.lighter.common.protocol.LighterProtos.IndexRound;
import io.lighter.common.protocol.LighterProtos.RegionServerReport;
import io.lighter.common.protocol.LighterProtos.TableIndexes;
import io.lighter.manager.monitor.Snapshot;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.junit.jupiter.api.Test;

/** Indexes as region servers report them. */
class IndexListTest {
  private static final Paging ALL = new Paging(100, 0, "broken_regions", true, "");

  @Test
  void indexesAreThoseOfAllRegionServersTogether() {
    Snapshot snapshot =
        indexes(
            withIndexes("t", kept(3)),
            withIndexes("t", kept(4).setUnobservedRegions(2).setRefusingRegions(1)),
            withState("t__city", 7, "ACTIVE"),
            withState("t__city", 5, "SUSPECT"),
            withState("t__city", 0, "ACTIVE"));

    JsonObject table = tables(snapshot, ALL).get(0).getAsJsonObject();

    assertThat(tables(snapshot, ALL)).as("tables without indexes are left out").hasSize(1);
    assertThat(table.get("table").getAsString()).isEqualTo("t");
    assertThat(table.get("bytes").getAsLong()).isEqualTo(200);
    assertThat(table.getAsJsonArray("indexes").toString())
        .isEqualTo(
            "[{\"name\":\"city\",\"table\":\"t__city\",\"bytes\":12,\"state\":\"SUSPECT\","
                + "\"collection\":null},"
                + "{\"name\":\"tag\",\"table\":\"t__tag\",\"bytes\":null,\"state\":\"\","
                + "\"collection\":null}]");
    assertThat(table.get("index_bytes").getAsLong()).isEqualTo(12);
    assertThat(table.get("regions").getAsInt()).isEqualTo(7);
    assertThat(table.get("unobserved_regions").getAsInt()).isEqualTo(2);
    assertThat(table.get("refusing_regions").getAsInt()).isEqualTo(1);
    assertThat(table.getAsJsonArray("broken_on").toString()).isEqualTo("[\"client1,1,1\"]");
  }

  @Test
  void indexHasItsLastAndItsRunningRound() {
    Snapshot heard = indexes(withIndexes("t", kept(1)));
    Snapshot snapshot =
        new Snapshot(
            0,
            heard.status().toBuilder()
                .addIndexRound(
                    IndexRound.newBuilder()
                        .setIndexTable("t__city")
                        .setBaseBytes(7)
                        .setId("cr-1")
                        .setEndedMs(5)
                        .setBytesBefore(9)
                        .setBytesAfter(7)
                        .setRunningId("cr-2")
                        .setCompactingIndex(true)
                        .setRegionsDone(1)
                        .setRegions(3))
                .build(),
            heard.draining(),
            heard.regionServers(),
            heard.groups());

    JsonArray indexes = tables(snapshot, ALL).get(0).getAsJsonObject().getAsJsonArray("indexes");

    assertThat(indexes.get(0).getAsJsonObject().getAsJsonObject("collection").toString())
        .isEqualTo(
            "{\"last\":\"cr-1\",\"ended_ms\":5,\"bytes_before\":9,\"bytes_after\":7,"
                + "\"running\":\"cr-2\",\"compacting_index\":true,\"regions_done\":1,"
                + "\"regions\":3,\"problem\":null}");
    assertThat(indexes.get(1).getAsJsonObject().get("collection").isJsonNull()).isTrue();
  }

  @Test
  void brokenTablesComeFirst() {
    Snapshot snapshot =
        indexes(
            withIndexes("a", kept(9)),
            withIndexes("b", kept(1).setUnobservedRegions(1)),
            withIndexes("c", kept(5)));

    assertThat(names(snapshot, ALL)).startsWith("b");
    assertThat(names(snapshot, new Paging(2, 0, "regions", true, ""))).isEqualTo("ac");
    assertThat(names(snapshot, new Paging(100, 0, "table", false, "c"))).isEqualTo("c");
  }

  @Test
  void suspectIndexesComeFirst() {
    Snapshot snapshot =
        indexes(
            withIndexes("a", TableIndexes.newBuilder().setRegions(9)),
            withIndexes("t", kept(1)),
            withIndexes("u", TableIndexes.newBuilder().setRegions(5)),
            withState("t__tag", 7, "SUSPECT"));

    assertThat(names(snapshot, ALL)).startsWith("t");
  }

  private static RegionServerReport.Builder withState(String table, long bytes, String state) {
    RegionServerReport.Builder report = withTable(table, bytes);
    report.getTableStructureBuilder(0).setIndexState(state);
    return report;
  }

  /** The counts of a table whose regions moved away stay in reports for a while. */
  @Test
  void tableWithoutRegionsIsLeftOut() {
    assertThat(tables(indexes(withIndexes("t", kept(0))), ALL)).isEmpty();
  }

  @Test
  void activityIsSummedAndTheSlowestServerCounts() {
    JsonObject activity =
        IndexList.page(
                indexes(
                    withTable("t", 1)
                        .setIndexActivity(
                            IndexActivity.newBuilder()
                                .setInserts(10)
                                .setRefusedBatches(1)
                                .setRemovals(6)
                                .setRemovalsDropped(2)
                                .setRemovalQueue(5)
                                .setInsertP99Ms(9)
                                .setOwnHandlers(true)),
                    withTable("t", 1)
                        .setIndexActivity(
                            IndexActivity.newBuilder().setInserts(20).setInsertP99Ms(4)),
                    withTable("t", 1)),
                ALL)
            .getAsJsonObject("activity");

    assertThat(activity.toString())
        .isEqualTo(
            "{\"inserts\":30,\"refused_batches\":1,\"removals\":6,\"removals_dropped\":2,"
                + "\"removal_queue\":5,\"insert_p99_ms\":9,"
                + "\"servers_with_shared_handlers\":[\"client1,1,1\"]}");
  }

  @Test
  void reportWithoutEndIsCut() {
    TableIndexes.Builder many = TableIndexes.newBuilder().setRegions(1);
    for (int i = 0; i < 1_000; i++) {
      many.addIndex(IndexName.newBuilder().setName("i" + i).setTable("t__i" + i));
    }

    JsonObject table = tables(indexes(withIndexes("t", many)), ALL).get(0).getAsJsonObject();

    assertThat(table.getAsJsonArray("indexes")).hasSize(20);
  }

  private static TableIndexes.Builder kept(int regions) {
    return TableIndexes.newBuilder()
        .addIndex(IndexName.newBuilder().setName("city").setTable("t__city"))
        .addIndex(IndexName.newBuilder().setName("tag").setTable("t__tag"))
        .setRegions(regions);
  }

  private static JsonArray tables(Snapshot snapshot, Paging paging) {
    return IndexList.page(snapshot, paging).getAsJsonArray("tables");
  }

  private static String names(Snapshot snapshot, Paging paging) {
    StringBuilder names = new StringBuilder();
    tables(snapshot, paging)
        .forEach(table -> names.append(table.getAsJsonObject().get("table").getAsString()));
    return names.toString();
  }
}
