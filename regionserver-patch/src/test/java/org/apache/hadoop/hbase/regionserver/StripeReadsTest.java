// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.config.LighterOption;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.KeepDeletedCells;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.RandomSchema.Engine;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionContext;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionLifeCycleTracker;
import org.apache.hadoop.hbase.regionserver.throttle.NoLimitThroughputController;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;
import org.apache.hadoop.hbase.util.ManualEnvironmentEdge;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Reads of HBase's stripes, of HBase alone and with Lighter. If a test of HBase alone fails, HBase
 * has fixed its bug, and {@code docs/internals/hbase-bugs.md} and Lighter's way around are due for
 * removal.
 */
class StripeReadsTest {
  private static final int ROWS = 100;
  private static final byte[] OPEN = new byte[0];
  private static final byte[] QUALIFIER = Bytes.toBytes("a");
  private static final int DAY_SECONDS = 86_400;

  private final HBaseTestingUtility util = new HBaseTestingUtility();
  private final Configuration conf = util.getConfiguration();
  private final List<HRegion> regions = new ArrayList<>();

  private final long now = EnvironmentEdgeManager.currentTime();

  /** Before the cells of a test, and within the families' time to live. */
  private final long start = now - 10_000;

  /** Two regions have the same times. */
  @BeforeEach
  void stopTheClock() {
    ManualEnvironmentEdge clock = new ManualEnvironmentEdge();
    clock.setValue(now);
    EnvironmentEdgeManager.injectEdge(clock);
  }

  @AfterEach
  void close() throws IOException {
    for (HRegion region : regions) {
      HBaseTestingUtility.closeRegionAndWAL(region);
    }
    EnvironmentEdgeManager.reset();
    util.cleanupTestDir();
  }

  @Test
  void reversedScanOfHBaseMissesRows() throws IOException {
    HRegion stock = numbered("stock", StripeStoreEngine.class);

    assertThat(rows(stock, true, row(ROWS - 1), OPEN)).hasSizeLessThan(ROWS);
    assertThat(rowsOrFailure(stock, row(ROWS - 1), row(0))).isNotEqualTo(ROWS);
  }

  @Test
  void scanHasAllItsRowsInBothDirections() throws IOException {
    HRegion region = numbered("lighter", OffloadingStoreEngine.class);
    List<byte[]> bounds = new ArrayList<>(List.of(OPEN));
    for (int row = 0; row < ROWS; row += 9) {
      bounds.add(row(row));
    }

    for (byte[] low : bounds) {
      for (byte[] high : bounds) {
        if (high.length > 0 && Bytes.compareTo(low, high) > 0) {
          continue;
        }
        List<String> expected = new ArrayList<>();
        for (int row = 0; row < ROWS; row++) {
          if (Bytes.compareTo(row(row), low) >= 0
              && (high.length == 0 || Bytes.compareTo(row(row), high) <= 0)) {
            expected.add(Bytes.toString(row(row)));
          }
        }
        assertThat(rows(region, false, low, high)).isEqualTo(expected);
        Collections.reverse(expected);
        assertThat(rows(region, true, high, low)).isEqualTo(expected);
      }
    }
  }

  /** What stripes are for; a scan with one bound may go either way. */
  @Test
  void scanWithTwoBoundsReadsOnlyItsStripes() throws IOException {
    StoreFileManager files =
        numbered("lighter", OffloadingStoreEngine.class)
            .getStore(LocalRegion.FAMILY)
            .getStoreEngine()
            .getStoreFileManager();
    int all = files.getStorefileCount();
    assertThat(all).isGreaterThan(2);

    assertThat(files.getFilesForScan(row(1), true, row(2), true, false)).hasSize(1);
    assertThat(files.getFilesForScan(row(2), true, row(1), true, false)).hasSize(1);
    assertThat(files.getFilesForScan(row(1), true, row(ROWS), true, false)).hasSize(all);
    assertThat(files.getFilesForScan(row(1), true, OPEN, true, false)).hasSize(all);
    assertThat(files.getFilesForScan(OPEN, true, row(1), true, false)).hasSize(all);
  }

  @ParameterizedTest
  @EnumSource(names = {"TRUE", "TTL"})
  void deletedRowOfHBaseComesBack(KeepDeletedCells kept) throws IOException {
    HRegion stock = keeping("stock", StripeStoreEngine.class, kept);
    writeAndDelete(stock);
    assertThat(visible(stock)).isEmpty();

    compact(stock);

    assertThat(visible(stock)).as("the row with the family marker").hasSize(1);
    assertThat(visibleBeforeDeletion(stock)).as("the column's history").hasSize(1);
  }

  @ParameterizedTest
  @EnumSource(names = {"TRUE", "TTL"})
  void deletedCellsStayDeletedAndKept(KeepDeletedCells kept) throws IOException {
    HRegion region = keeping("lighter", OffloadingStoreEngine.class, kept);
    writeAndDelete(region);

    compact(region);

    assertThat(visible(region)).isEmpty();
    assertThat(visibleBeforeDeletion(region)).hasSize(2);
  }

  @Test
  void markerThatPrecedesAllPutsIsDropped() throws IOException {
    HRegion region = keeping("lighter", OffloadingStoreEngine.class, KeepDeletedCells.TRUE);
    delete(region, new Delete(row(1)).addFamily(LocalRegion.FAMILY, start + 1));
    region.flush(true);
    put(region, row(1), start + 2);
    region.flush(true);

    compact(region);

    assertThat(scan(region, new Scan().setRaw(true).readAllVersions())).hasSize(1);
  }

  /** The same history under HBase's default engine, after a major compaction. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void deletedCellsAreKeptAsByHBasesDefaultEngine(long seed) throws IOException {
    HRegion expected = keeping("default", DefaultStoreEngine.class, KeepDeletedCells.TRUE);
    HRegion region = keeping("lighter", OffloadingStoreEngine.class, KeepDeletedCells.TRUE);
    for (HRegion each : List.of(expected, region)) {
      RandomHistory history = new RandomHistory(new Random(seed), each);
      for (int files = 3; files > 0; files--) {
        history.writeFile(80);
      }
      compact(each);
    }

    for (long age = 0; age < 20; age++) {
      Scan then = new Scan().readAllVersions().setTimeRange(0, now - age * 90_000);
      assertThat(scan(region, then)).isEqualTo(scan(expected, then));
    }
    assertThat(visible(region)).isEqualTo(visible(expected));
  }

  /** The shell commands of {@code docs/internals/hbase-bugs.md}: flushes go to the stripes. */
  @Test
  void documentedExamplesFailInHBase() throws IOException {
    conf.set(StripeStoreConfig.MIN_FILES_KEY, "2");
    HRegion scanned = documented("scanned", "4");
    for (int row = 0; row < ROWS; row++) {
      put(scanned, row(row), start);
    }
    scanned.flush(true);
    HRegion deleted = documented("deleted", "1");
    put(deleted, row(1), start);
    deleted.flush(true);
    delete(deleted, new Delete(row(1)).addFamily(LocalRegion.FAMILY, start + 1));
    deleted.flush(true);
    compact(deleted);

    assertThat(rows(scanned, true, row(ROWS - 1), OPEN)).hasSizeLessThan(ROWS / 2);
    assertThat(visible(deleted)).hasSize(1);
  }

  private HRegion documented(String name, String stripes) throws IOException {
    TableDescriptorBuilder table =
        LocalRegion.table(name, StripeStoreEngine.class)
            .setValue(StripeStoreConfig.INITIAL_STRIPE_COUNT_KEY, stripes)
            .modifyColumnFamily(
                ColumnFamilyDescriptorBuilder.newBuilder(LocalRegion.FAMILY)
                    .setKeepDeletedCells(KeepDeletedCells.TRUE)
                    .build());
    HRegion region = LocalRegion.create(conf, util.getDataTestDir(), table.build());
    regions.add(region);
    return region;
  }

  /** A region with several stripes of one file each. */
  private HRegion numbered(String name, Class<?> engine) throws IOException {
    HRegion region = create(LocalRegion.table(name, engine), engine);
    for (int file = 0; file < 2; file++) {
      for (int row = file; row < ROWS; row += 2) {
        put(region, row(row), start);
      }
      region.flush(true);
    }
    compact(region);
    return region;
  }

  private HRegion keeping(String name, Class<?> engine, KeepDeletedCells kept) throws IOException {
    TableDescriptorBuilder table = LocalRegion.table(name, engine);
    table.modifyColumnFamily(
        ColumnFamilyDescriptorBuilder.newBuilder(LocalRegion.FAMILY)
            .setKeepDeletedCells(kept)
            .setTimeToLive(DAY_SECONDS)
            .setMaxVersions(Integer.MAX_VALUE)
            .build());
    return create(table, engine);
  }

  private HRegion create(TableDescriptorBuilder table, Class<?> engine) throws IOException {
    Engine.STRIPE.configure(table);
    TableDescriptor built =
        table
            .setValue(StripeStoreConfig.INITIAL_STRIPE_COUNT_KEY, "4")
            .setValue(LighterOption.ENGINE_DELEGATE.key(), StripeStoreEngine.class.getName())
            .setValue(StoreEngine.STORE_ENGINE_CLASS_KEY, engine.getName())
            .build();
    HRegion region = LocalRegion.create(conf, util.getDataTestDir(), built);
    regions.add(region);
    return region;
  }

  /** Deletes a whole row and a column of another row. */
  private void writeAndDelete(HRegion region) throws IOException {
    put(region, row(1), start);
    put(region, row(2), start);
    region.flush(true);
    delete(region, new Delete(row(1)).addFamily(LocalRegion.FAMILY, start + 1));
    delete(region, new Delete(row(2)).addColumns(LocalRegion.FAMILY, QUALIFIER, start + 1));
    region.flush(true);
  }

  private static void put(HRegion region, byte[] row, long time) throws IOException {
    region.put(
        new Put(row, time)
            .setDurability(Durability.SKIP_WAL)
            .addColumn(LocalRegion.FAMILY, QUALIFIER, row));
  }

  private static void delete(HRegion region, Delete delete) throws IOException {
    region.delete(delete.setDurability(Durability.SKIP_WAL));
  }

  private static byte[] row(int number) {
    return LocalRegion.row(number);
  }

  /** Compacts all files of the family in one compaction. */
  private static void compact(HRegion region) throws IOException {
    HStore store = region.getStore(LocalRegion.FAMILY);
    store.triggerMajorCompaction();
    CompactionContext all =
        store
            .requestCompaction(Store.PRIORITY_USER, CompactionLifeCycleTracker.DUMMY, null)
            .orElseThrow();
    assertThat(all.getRequest().getFiles()).hasSameSizeAs(store.getStorefiles());
    region.compact(all, store, NoLimitThroughputController.INSTANCE);
  }

  private static List<String> visible(HRegion region) throws IOException {
    return scan(region, new Scan().readAllVersions());
  }

  private List<String> visibleBeforeDeletion(HRegion region) throws IOException {
    return scan(region, new Scan().readAllVersions().setTimeRange(0, start + 1));
  }

  private static List<String> scan(HRegion region, Scan scan) throws IOException {
    try (RegionScanner scanner = region.getScanner(scan.addFamily(LocalRegion.FAMILY))) {
      return Snapshots.drain(scanner);
    }
  }

  private static List<String> rows(HRegion region, boolean reversed, byte[] start, byte[] stop)
      throws IOException {
    Scan scan =
        new Scan()
            .setReversed(reversed)
            .withStartRow(start)
            .withStopRow(stop, true)
            .addFamily(LocalRegion.FAMILY);
    List<String> rows = new ArrayList<>();
    try (RegionScanner scanner = region.getScanner(scan)) {
      List<Cell> row = new ArrayList<>();
      boolean more;
      do {
        row.clear();
        more = scanner.next(row);
        row.forEach(cell -> rows.add(Bytes.toString(CellUtil.cloneRow(cell))));
      } while (more);
    }
    return rows;
  }

  /** Number of rows, or -1: HBase fails, by an assertion or by an illegal argument. */
  private static int rowsOrFailure(HRegion region, byte[] start, byte[] stop) {
    try {
      return rows(region, true, start, stop).size();
    } catch (IOException | AssertionError e) {
      return -1;
    }
  }
}
