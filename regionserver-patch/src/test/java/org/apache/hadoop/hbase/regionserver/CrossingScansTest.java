// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.config.LighterOption;
import io.lighter.common.config.WarmupStrategy;
import io.lighter.regionserver.warmup.HeldWarmups;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.Waiter;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Scans in both directions while T stands still in the middle of a region, and while T passes them.
 * Whatever happens meanwhile, they read what a stock region with the same history reads.
 */
class CrossingScansTest {
  private static final int ROWS = 400;

  /** Number of rows that a scan has read when the event happens. */
  private static final int READ = 20;

  private final HBaseTestingUtility util = new HBaseTestingUtility();
  private final Configuration conf = util.getConfiguration();
  private HeldWarmups held;
  private HRegion warmed;
  private HRegion stock;

  /** The first row whose reads get the inputs. */
  private int threshold;

  /** An event in the middle of a scan, in one of the regions. */
  @FunctionalInterface
  private interface Event {
    void happenTo(HRegion region) throws Exception;
  }

  @BeforeEach
  void holdThresholdInTheMiddle() throws Exception {
    conf.set(LighterOption.WARMUP_STRATEGY.key(), WarmupStrategy.THROTTLED.configName());
    conf.set(LighterOption.WARMUP_MIN_BYTES.key(), "1");
    conf.set(LighterOption.WARMUP_CHUNK_SIZE.key(), "4KB");
    held = new HeldWarmups(conf);
    WarmedStoreEngine.share(new WarmedStoreEngine.Shared(held.shared(), null, false));
    warmed = LocalRegion.create(conf, util.getDataTestDir(), "warmed", WarmedStoreEngine.class);
    stock = LocalRegion.create(conf, util.getDataTestDir(), "stock", DefaultStoreEngine.class);
    for (HRegion region : List.of(warmed, stock)) {
      LocalRegion.fill(region, ROWS);
      region.compact(true);
    }
    moveThresholdTo(ROWS / 2);
    assertThat(threshold).isBetween(ROWS / 2, ROWS * 3 / 4);
  }

  @AfterEach
  void close() throws IOException {
    held.close();
    HBaseTestingUtility.closeRegionAndWAL(warmed);
    HBaseTestingUtility.closeRegionAndWAL(stock);
    util.cleanupTestDir();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void scanFromEitherSideReadsAsStockHBase(boolean reversed) throws Exception {
    for (int distance : new int[] {-100, -1, 0, 1, 100}) {
      byte[] start = LocalRegion.row(threshold + distance);
      assertThat(readsOutput(threshold + distance)).isEqualTo(distance < 0);
      compare(new Scan().withStartRow(start).setReversed(reversed), region -> {});
      compare(new Scan().withStartRow(start, false).setReversed(reversed), region -> {});
      byte[] stop = LocalRegion.row(threshold - distance);
      if (distance < 0 != reversed && distance != 0) {
        compare(
            new Scan().withStartRow(start).withStopRow(stop, true).setReversed(reversed),
            region -> {});
      }
    }
    compare(new Scan().setReversed(reversed), region -> {});
    compare(new Scan().readAllVersions().setReversed(reversed), region -> {});
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void flushDuringAScanIsVisibleOnlyToTheNextScan(boolean reversed) throws Exception {
    compare(
        towardsThreshold(reversed), region -> LocalRegion.change(region, threshold % 4, ROWS, 4));

    compare(towardsThreshold(reversed), region -> {});
    compare(awayFromThreshold(reversed), region -> {});
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void thresholdPassesAScanThatApproachesIt(boolean reversed) throws Exception {
    int before = threshold;

    compare(towardsThreshold(reversed), region -> moveThreshold(region, before + 60));

    assertThat(threshold).isGreaterThanOrEqualTo(before + 60);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void thresholdMovesUnderAScanThatHasCrossedIt(boolean reversed) throws Exception {
    int before = threshold;

    compare(awayFromThreshold(reversed), region -> moveThreshold(region, before + 60));

    assertThat(threshold).isGreaterThanOrEqualTo(before + 60);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void inputsAreArchivedUnderAnOpenScan(boolean reversed) throws Exception {
    compare(
        awayFromThreshold(reversed),
        region -> {
          held.pace().open();
          Waiter.waitFor(conf, 60_000, 20, () -> held.shared().reports().isEmpty());
          for (HStore store : region.getStores()) {
            store.closeAndArchiveCompactedFiles();
          }
        });

    assertThat(held.completed()).isEqualTo(2);
    compare(new Scan().setReversed(reversed), region -> {});
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void scanReopenedBeyondTheThresholdContinuesAtItsRow(boolean reversed) throws Exception {
    int from = reversed ? threshold + READ / 2 : threshold - READ / 2;
    List<List<String>> both = new ArrayList<>();
    for (HRegion region : List.of(warmed, stock)) {
      List<String> read = new ArrayList<>();
      byte[] last = LocalRegion.row(from);
      try (RegionScanner scanner = region.getScanner(scan(from, reversed))) {
        last = read(scanner, READ, read);
      }
      region.flush(true);
      try (RegionScanner scanner =
          region.getScanner(new Scan().withStartRow(last, false).setReversed(reversed))) {
        read(scanner, ROWS, read);
      }
      both.add(read);
    }

    assertThat(both.get(0)).isEqualTo(both.get(1)).hasSizeGreaterThan(READ);
  }

  /** A scan that starts more than READ rows before T, and crosses T. */
  private Scan towardsThreshold(boolean reversed) {
    return scan(reversed ? threshold + 2 * READ : threshold - 2 * READ, reversed);
  }

  /** A scan that starts close to T, and has crossed T when the event happens. */
  private Scan awayFromThreshold(boolean reversed) {
    return scan(reversed ? threshold + READ / 4 : threshold - READ / 4, reversed);
  }

  private static Scan scan(int from, boolean reversed) {
    return new Scan().withStartRow(LocalRegion.row(from)).setReversed(reversed);
  }

  /** Scans both regions, with the same event in both after some rows. */
  private void compare(Scan scan, Event event) throws Exception {
    List<String> actual = new ArrayList<>();
    List<String> expected = new ArrayList<>();
    try (RegionScanner ours = warmed.getScanner(scan);
        RegionScanner theirs = stock.getScanner(scan)) {
      read(ours, READ, actual);
      read(theirs, READ, expected);
      event.happenTo(warmed);
      event.happenTo(stock);
      read(ours, ROWS, actual);
      read(theirs, ROWS, expected);
    }
    assertThat(actual).as(scan.toString()).isEqualTo(expected);
    assertThat(expected).isNotEmpty();
  }

  /**
   * Reads up to a number of rows, and checks that each row is of one write.
   *
   * @return the last row
   */
  private static byte[] read(RegionScanner scanner, int rows, List<String> into)
      throws IOException {
    byte[] last = null;
    List<Cell> row = new ArrayList<>();
    boolean more = true;
    for (int i = 0; i < rows && more; i++) {
      row.clear();
      more = scanner.next(row);
      if (!row.isEmpty()) {
        last = CellUtil.cloneRow(row.get(0));
        long versions = row.stream().map(Cell::getTimestamp).distinct().count();
        assertThat(row).as(Bytes.toString(last)).hasSize((int) (3 * versions));
      }
      row.forEach(cell -> into.add(StoreFileImage.describe(cell)));
    }
    return last;
  }

  private void moveThreshold(HRegion region, int least) throws Exception {
    if (region.equals(warmed)) {
      moveThresholdTo(least);
    }
  }

  private void moveThresholdTo(int least) throws Exception {
    while (!readsOutput(least)) {
      held.pace().letOneThrough();
    }
    threshold = least;
    while (readsOutput(threshold)) {
      threshold++;
    }
  }

  private boolean readsOutput(int row) throws IOException {
    long before = held.readsOfOutputs();
    warmed.get(new Get(LocalRegion.row(row)).addFamily(LocalRegion.FAMILY));
    return held.readsOfOutputs() > before;
  }
}
