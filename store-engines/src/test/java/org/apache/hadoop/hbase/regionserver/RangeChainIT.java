// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.config.LighterOption;
import io.lighter.engine.range.MajorSweep;
import io.lighter.engine.range.RangeLayout;
import io.lighter.engine.range.Sweeps;
import io.lighter.testing.fixtures.MiniClusterSite;
import java.io.IOException;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What follows compactions of a table with ranges, on a region server that gets no flush. */
class RangeChainIT {
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final int ROWS = 120;
  private static final int RANGES = 4;
  private static final long WAIT_MS = 60_000;

  private static final HBaseTestingUtility UTIL = new HBaseTestingUtility();

  @BeforeAll
  static void start() throws Exception {
    Configuration conf = UTIL.getConfiguration();
    MiniClusterSite.applyTo(conf);
    conf.setLong(SmallRangeEngine.RANGE_BYTES, 20_000);
    conf.setLong("hbase.hregion.majorcompaction", 0);
    // HBase itself archives no input while a test runs.
    conf.setLong("hbase.hfile.compaction.discharger.interval", 3_600_000);
    UTIL.startMiniCluster(1);
  }

  @AfterAll
  static void stop() throws Exception {
    UTIL.shutdownMiniCluster();
  }

  @Test
  void majorCompactionVisitsAllRangesWithoutAFlush() throws Exception {
    HStore store = storeWithRows("ranges", true);
    majorCompact(store);
    assertThat(layout(store).ranges()).hasSizeGreaterThan(RANGES);

    majorCompact(store);
    assertThat(layout(store).ranges()).hasSizeGreaterThan(RANGES);
    UTIL.waitFor(WAIT_MS, () -> !store.needsCompaction());
  }

  @Test
  void inputsAreArchivedOnceNoReadNeedsThem() throws Exception {
    HStore store = storeWithRows("archived", true);
    RegionScanner scanner = store.getHRegion().getScanner(new Scan());
    majorCompact(store);
    UTIL.waitFor(WAIT_MS, () -> !store.needsCompaction());
    assertThat(files(store)).as("files while a scan reads the flush").containsAll(retired(store));
    assertThat(retired(store)).isNotEmpty();
    scanner.close();

    majorCompact(store);
    UTIL.waitFor(WAIT_MS, () -> retired(store).isEmpty());
    UTIL.waitFor(WAIT_MS, () -> files(store).equals(live(store)));
  }

  @Test
  void inputsStayUntilHBaseLooksForThemIfTheTableSaysSo() throws Exception {
    HStore store = storeWithRows("kept", false);
    Set<String> flushed = live(store);
    majorCompact(store);
    majorCompact(store);
    UTIL.waitFor(WAIT_MS, () -> !store.needsCompaction());

    assertThat(retired(store)).containsAll(flushed);
    assertThat(files(store)).containsAll(flushed);
  }

  private static HStore storeWithRows(String name, boolean archiveAtOnce) throws Exception {
    TableName table = TableName.valueOf(name);
    UTIL.createTable(
        TableDescriptorBuilder.newBuilder(table)
            .setColumnFamily(
                ColumnFamilyDescriptorBuilder.newBuilder(FAMILY).setBlocksize(1024).build())
            .setValue(StoreEngine.STORE_ENGINE_CLASS_KEY, SmallRangeEngine.class.getName())
            .setValue(LighterOption.ENGINE_ARCHIVE_AT_ONCE.key(), String.valueOf(archiveAtOnce))
            .build(),
        null);
    HRegion region = UTIL.getRSForFirstRegionInTable(table).getRegions(table).get(0);
    for (int row = 0; row < ROWS; row++) {
      region.put(
          new Put(Bytes.toBytes("r%04d".formatted(row)))
              .addColumn(FAMILY, FAMILY, new byte[1_000]));
    }
    region.flush(true);
    return region.getStore(FAMILY);
  }

  private static void majorCompact(HStore store) throws Exception {
    MajorSweep sweep = new MajorSweep(System.currentTimeMillis());
    UTIL.getAdmin().majorCompact(store.getTableName());
    UTIL.waitFor(WAIT_MS, () -> Sweeps.isDone(sweep, layout(store)));
  }

  private static Set<String> live(HStore store) {
    return LayoutStoreEngine.names(store.getStorefiles());
  }

  /** Names of inputs that are not archived yet. */
  private static Set<String> retired(HStore store) {
    return LayoutStoreEngine.names(
        store.getStoreEngine().getStoreFileManager().getCompactedfiles());
  }

  /** Names of the files in the store's folder. */
  private static Set<String> files(HStore store) throws IOException {
    HRegionFileSystem region = store.getRegionFileSystem();
    Path folder = region.getStoreDir(store.getColumnFamilyName());
    return Arrays.stream(region.getFileSystem().listStatus(folder))
        .map(file -> file.getPath().getName())
        .collect(Collectors.toSet());
  }

  private static RangeLayout layout(HStore store) {
    return ((RangeStoreFileManager) store.getStoreEngine().getStoreFileManager())
        .snapshot()
        .layout();
  }
}
