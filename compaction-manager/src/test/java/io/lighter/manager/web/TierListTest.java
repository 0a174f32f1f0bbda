// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.protocol.LighterProtos.StorageBytes;
import io.lighter.common.protocol.LighterProtos.TableTiers;
import io.lighter.common.protocol.LighterProtos.TierLevel;
import io.lighter.manager.monitor.Snapshot;
import io.lighter.manager.monitor.Snapshots;
import java.util.List;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.junit.jupiter.api.Test;

/** Levels and tiers of tables as two region servers report them. */
class TierListTest {
  private static final Paging ALL = new Paging(100, 0, "bytes", true, "");

  @Test
  void tiersAreThoseOfAllRegionServersTogether() {
    TableTiers one =
        tiers(2)
            .addLevel(level(0, 100, 0))
            .addLevel(level(1, 400, 900))
            .setFullRuns(1)
            .setFullRunMs(70)
            .setFlushedBytes(1_000)
            .setFlushSpills(3)
            .setForecasts(1)
            .setForecastErrorPercent(40)
            .setAuditedStores(2)
            .addStorage(storage("DISK", 100, 300))
            .addStorage(storage("SSD", 400, 200))
            .setMisplacedBytes(200)
            .setColdInHotBytes(0)
            .setHotInColdBytes(200)
            .build();
    TableTiers other =
        tiers(1)
            .addLevel(level(1, 500, 100))
            .addLevel(level(2, 0, 500))
            .setFullRuns(2)
            .setFullRunMs(50)
            .setFlushedBytes(1_000)
            .setForecasts(3)
            .setForecastErrorPercent(20)
            .setAuditedStores(1)
            .addStorage(storage("ARCHIVE", 500, 500))
            .build();

    JsonObject table = only(Snapshots.tiers("t", one, other));

    assertThat(table.get("table").getAsString()).isEqualTo("t");
    assertThat(table.get("stores").getAsInt()).isEqualTo(3);
    assertThat(table.get("bytes").getAsLong()).isEqualTo(1_000);
    assertThat(table.get("write_amplification").getAsDouble()).isEqualTo(1.75);
    assertThat(table.getAsJsonArray("levels").toString())
        .isEqualTo(
            "[{\"level\":0,\"bytes\":100,\"merged_bytes\":0,\"write_amplification\":0.0},"
                + "{\"level\":1,\"bytes\":900,\"merged_bytes\":1000,\"write_amplification\":0.5},"
                + "{\"level\":2,\"bytes\":0,\"merged_bytes\":500,\"write_amplification\":0.25}]");
    assertThat(table.get("full_runs").getAsInt()).isEqualTo(3);
    assertThat(table.get("full_run_ms").getAsInt()).as("the longest").isEqualTo(70);
    assertThat(table.get("flush_spills").getAsInt()).isEqualTo(3);
    assertThat(table.get("forecast_error_percent").getAsDouble())
        .as("each merge counts once")
        .isEqualTo(25);
    assertThat(table.get("audited_stores").getAsInt()).isEqualTo(3);
    assertThat(table.getAsJsonArray("storage").toString())
        .isEqualTo(
            "[{\"type\":\"ARCHIVE\",\"intended_bytes\":500,\"real_bytes\":500},"
                + "{\"type\":\"DISK\",\"intended_bytes\":100,\"real_bytes\":300},"
                + "{\"type\":\"SSD\",\"intended_bytes\":400,\"real_bytes\":200}]");
    assertThat(table.get("misplaced_bytes").getAsInt()).isEqualTo(200);
    assertThat(table.get("cold_in_hot_bytes").getAsInt()).isZero();
    assertThat(table.get("hot_in_cold_bytes").getAsInt()).isEqualTo(200);
    assertThat(table.get("misplaced_share").getAsDouble()).isEqualTo(0.2);
  }

  @Test
  void whatIsNotKnownIsNull() {
    JsonObject table = only(Snapshots.tiers("t", tiers(1).build()));

    assertThat(table.get("write_amplification").isJsonNull()).isTrue();
    assertThat(table.get("forecast_error_percent").isJsonNull()).isTrue();
    assertThat(table.get("misplaced_share").isJsonNull()).isTrue();
    assertThat(table.getAsJsonArray("levels")).isEmpty();
  }

  /** An older region server reports no tiers; the counts of stores that moved away stay a while. */
  @Test
  void tablesWithoutSuchStoresAreLeftOut() {
    assertThat(page(Snapshots.tiers("t"), ALL)).isEmpty();
    assertThat(page(Snapshots.tiers("t", tiers(0).setFlushedBytes(9).build()), ALL)).isEmpty();
    assertThat(
            only(Snapshots.tiers(
                    "t",
                    tiers(0).setFlushedBytes(10).build(),
                    tiers(1).addLevel(level(1, 5, 10)).build()))
                .get("write_amplification")
                .getAsDouble())
        .as("flushed on one server, merged on the other")
        .isEqualTo(2);
  }

  @Test
  void listIsSortedAndSearched() {
    Snapshot snapshot =
        Snapshots.tiers(
            List.of("small", "large", "other"),
            tiers(1).addLevel(level(0, 5, 0)).setMisplacedBytes(9).build(),
            tiers(1).addLevel(level(0, 9, 0)).build(),
            tiers(1).addLevel(level(0, 7, 0)).setMisplacedBytes(3).build());

    assertThat(page(snapshot, ALL))
        .extracting(TierListTest::name)
        .containsExactly("large", "other", "small");
    assertThat(page(snapshot, new Paging(2, 0, "misplaced_bytes", true, "")))
        .extracting(TierListTest::name)
        .containsExactly("small", "other");
    assertThat(page(snapshot, new Paging(100, 0, "table", false, "l")))
        .extracting(TierListTest::name)
        .containsExactly("large", "small");
  }

  @Test
  void storesOfATableComeWithItsTiers() {
    Snapshot snapshot = Snapshots.tiers("t", tiers(1).addLevel(level(0, 5, 0)).build());

    assertThat(StoreList.of(snapshot, "t").getAsJsonObject("tiers").get("bytes").getAsInt())
        .isEqualTo(5);
    assertThat(StoreList.of(snapshot, "u").get("tiers").isJsonNull()).isTrue();
  }

  /** HBase and HDFS have fewer levels and types. */
  @Test
  void reportWithoutEndIsCut() {
    TableTiers.Builder tiers = tiers(1);
    for (int i = 0; i < 1_000; i++) {
      tiers.addLevel(level(i, 1, 1)).addStorage(storage("T" + i, 1, 1));
    }

    JsonObject table = only(Snapshots.tiers("t", tiers.build()));

    assertThat(table.getAsJsonArray("levels")).hasSize(16);
    assertThat(table.getAsJsonArray("storage")).hasSize(8);
  }

  private static String name(JsonElement table) {
    return table.getAsJsonObject().get("table").getAsString();
  }

  private static JsonArray page(Snapshot snapshot, Paging paging) {
    return TierList.page(snapshot, paging).getAsJsonArray("tables");
  }

  private static JsonObject only(Snapshot snapshot) {
    JsonArray page = page(snapshot, ALL);
    assertThat(page).hasSize(1);
    return page.get(0).getAsJsonObject();
  }

  private static TableTiers.Builder tiers(int stores) {
    return TableTiers.newBuilder().setStores(stores);
  }

  private static TierLevel level(int level, long bytes, long merged) {
    return TierLevel.newBuilder().setLevel(level).setBytes(bytes).setMergedBytes(merged).build();
  }

  private static StorageBytes storage(String type, long intended, long real) {
    return StorageBytes.newBuilder().setType(type).setIntended(intended).setReal(real).build();
  }
}
