// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.config.LighterOption;
import io.lighter.common.config.WarmupStrategy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.storefiletracker.StoreFileTrackerFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Operations on a region in the middle of a warm-up while its tracker is changed. */
@Timeout(600)
class MigratedTrackerIT {
  private static final String MIGRATION = "MIGRATION";
  private static final String SOURCE = "hbase.store.file-tracker.migration.src.impl";
  private static final String DESTINATION = "hbase.store.file-tracker.migration.dst.impl";

  private static OffloadCluster cluster;
  private static WarmupSteps steps;

  @BeforeAll
  static void startCluster() throws Exception {
    cluster =
        OffloadCluster.start(
            2,
            LighterOption.SERVER_GROUP.defaultValue(),
            conf -> {
              conf.set(LighterOption.WARMUP_MIN_BYTES.key(), "1");
              conf.set(LighterOption.WARMUP_CHUNK_SIZE.key(), "32KB");
              conf.set(LighterOption.WARMUP_RATE.key(), "500KB");
              conf.setInt("hbase.assignment.maximum.attempts", 5); // a region that fails to open
              // HBase's cleaner of broken files deletes more than a default site's would.
              conf.setBoolean(BrokenStoreFileCleaner.BROKEN_STOREFILE_CLEANER_ENABLED, false);
            });
    steps = new WarmupSteps(cluster);
  }

  @AfterAll
  static void stopCluster() throws Exception {
    cluster.close();
  }

  @ParameterizedTest
  @CsvSource({"FILE, DEFAULT", "DEFAULT, FILE"})
  void regionServerDies(String from, String to) throws Exception {
    HRegion region = inTheMiddle(from, to);
    region
        .getStores()
        .get(0)
        .closeAndArchiveCompactedFiles(); // HBase's discharger runs before the end
    assertThat(region.getStores().get(0).getCompactedFiles()).isNotEmpty();
    List<String> before = Snapshots.visibleUncached(region);

    region = cluster.killWithASpare(region);

    assertThat(Snapshots.visible(region)).isEqualTo(before);
    for (int row = 0; row < CachedRows.ROWS; row += 2) {
      region.delete(new Delete(CachedRows.row(row)));
    }
    region.flush(true);
    List<String> expected = Snapshots.visible(region);
    steps.compactAndWarm(region);
    region.getStores().get(0).closeAndArchiveCompactedFiles();

    region = altered(region, to, null, null);

    assertThat(Snapshots.visible(region)).isEqualTo(expected).isNotEmpty();
  }

  @ParameterizedTest
  @CsvSource({"FILE, DEFAULT", "DEFAULT, FILE"})
  void regionIsCopiedSplitAndMerged(String from, String to) throws Exception {
    HRegion region = inTheMiddle(from, to);
    List<String> expected = Snapshots.visibleUncached(region);
    TableName table = region.getTableDescriptor().getTableName();
    TableName clone = TableName.valueOf(table.getNameAsString() + "-clone");
    Admin admin = cluster.admin();

    admin.snapshot(table + "-snapshot", table);
    admin
        .splitRegionAsync(
            region.getRegionInfo().getRegionName(), CachedRows.row(CachedRows.ROWS / 2))
        .get(2, TimeUnit.MINUTES);
    assertThat(visible(table)).isEqualTo(expected);
    admin.cloneSnapshot(table + "-snapshot", clone, false, to); // HBase makes none with MIGRATION

    assertThat(visible(clone)).isEqualTo(expected);
    for (HRegion half : cluster.regions(table)) { // HBase merges no region with references
      steps.compactAndWarm(half);
      half.getStores().get(0).closeAndArchiveCompactedFiles();
    }
    merge(table);
    assertThat(visible(table)).isEqualTo(expected);
    HRegion changed = altered(cluster.onlyRegion(table), to, null, null);
    assertThat(Snapshots.visible(changed)).isEqualTo(expected).isNotEmpty();
  }

  /** A region of a table with the tracker MIGRATION, whose warm-up has begun. */
  private static HRegion inTheMiddle(String from, String to) throws Exception {
    HRegion region =
        CachedRows.create(
            cluster, WarmupStrategy.THROTTLED, LighterOption.WARMUP_STRATEGY, "throttled");
    if (from.equals("FILE")) {
      region = altered(region, MIGRATION, "DEFAULT", from);
      region = altered(region, from, null, null);
    }
    region = altered(region, MIGRATION, from, to);
    cluster.startSpareRegionServer();
    List<String> unused = Snapshots.visible(region); // cached
    steps.startWarming(region);
    return region;
  }

  private static void merge(TableName table) throws Exception {
    byte[][] names =
        cluster.admin().getRegions(table).stream()
            .map(RegionInfo::getEncodedNameAsBytes)
            .toArray(byte[][]::new);
    cluster.admin().mergeRegionsAsync(names, false).get(2, TimeUnit.MINUTES);
  }

  private static List<String> visible(TableName table) throws Exception {
    List<String> all = new ArrayList<>();
    for (HRegion region : cluster.regions(table)) {
      all.addAll(Snapshots.visible(region));
    }
    return all;
  }

  private static HRegion altered(HRegion region, String tracker, String from, String to)
      throws Exception {
    TableName table = region.getTableDescriptor().getTableName();
    cluster
        .admin()
        .modifyTableAsync(
            TableDescriptorBuilder.newBuilder(cluster.admin().getDescriptor(table))
                .setValue(StoreFileTrackerFactory.TRACKER_IMPL, tracker)
                .setValue(SOURCE, from)
                .setValue(DESTINATION, to)
                .build())
        .get(90, TimeUnit.SECONDS);
    return cluster.onlyRegion(table);
  }
}
