// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.config.LighterOption;
import io.lighter.common.config.WarmupStrategy;
import io.lighter.regionserver.warmup.HeldWarmups;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.Waiter;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A compaction whose output is too small for a warm-up takes the output of another one during that
 * one's warm-up.
 */
class UnwarmedCompactionTest {
  private static final int ROWS = 400;

  /** Number of rows that remain after the deletes before the second compaction. */
  private static final int ROWS_LEFT = 10;

  private static final int FAMILIES = 2;

  private final HBaseTestingUtility util = new HBaseTestingUtility();
  private final Configuration conf = util.getConfiguration();
  private HeldWarmups held;
  private HRegion warmed;
  private HRegion stock;

  private void holdThresholdBeforeTheFirstRow(int replicas) throws Exception {
    conf.set(LighterOption.WARMUP_STRATEGY.key(), WarmupStrategy.THROTTLED.configName());
    conf.set(LighterOption.WARMUP_MIN_BYTES.key(), "32KB");
    conf.set(LighterOption.WARMUP_CHUNK_SIZE.key(), "4KB");
    held = new HeldWarmups(conf);
    WarmedStoreEngine.share(new WarmedStoreEngine.Shared(held.shared(), null, false));
    warmed =
        LocalRegion.create(
            conf,
            util.getDataTestDir(),
            LocalRegion.table("warmed", WarmedStoreEngine.class)
                .setRegionReplication(replicas)
                .build());
    stock = LocalRegion.create(conf, util.getDataTestDir(), "stock", DefaultStoreEngine.class);
    for (HRegion region : List.of(warmed, stock)) {
      LocalRegion.fill(region, ROWS);
      region.compact(true);
    }
    assertThat(held.shared().reports()).hasSize(FAMILIES);
    held.pace().awaitHeld();
  }

  @AfterEach
  void close() throws IOException {
    held.close();
    HBaseTestingUtility.closeRegionAndWAL(warmed);
    HBaseTestingUtility.closeRegionAndWAL(stock);
    util.cleanupTestDir();
  }

  @Test
  void deletedRowsStayDeletedWhileEarlierInputsArePinned() throws Exception {
    holdThresholdBeforeTheFirstRow(1);
    deleteAndCompactAgain();

    assertThat(cells(warmed)).isEqualTo(cells(stock)).isNotEmpty();
  }

  @Test
  void warmupOfTheFirstCompactionEndsEarly() throws Exception {
    holdThresholdBeforeTheFirstRow(1);
    deleteAndCompactAgain();
    held.pace().open();

    Waiter.waitFor(conf, 60_000, 20, () -> held.shared().reports().isEmpty());
    assertThat(held.endedEarly()).isEqualTo(FAMILIES);
    assertThat(cells(warmed)).isEqualTo(cells(stock)).isNotEmpty();
  }

  /** A secondary replica lists the folder. */
  @Test
  void deleteMarkersStayAsLongAsTheirCells() throws Exception {
    holdThresholdBeforeTheFirstRow(2);
    deleteAndCompactAgain();
    String family = held.shared().reports().get(0).getFamily();
    List<String> all = filesOf(family);
    assertThat(all).as("inputs, outputs and delete markers").hasSizeGreaterThan(3);
    HStore store = warmed.getStore(Bytes.toBytes(family));

    store.closeAndArchiveCompactedFiles();
    assertThat(filesOf(family)).isEqualTo(all);

    held.pace().open();
    Waiter.waitFor(conf, 60_000, 20, () -> held.shared().reports().isEmpty());
    store.closeAndArchiveCompactedFiles();
    assertThat(filesOf(family)).hasSize(store.getStorefilesCount());
  }

  @Test
  void onlyFilesInUseArePinnedWithoutReplicas() throws Exception {
    holdThresholdBeforeTheFirstRow(1);
    List<String> inputs = filesOf("f").stream().filter(name -> !isLive("f", name)).toList();
    assertThat(inputs).isNotEmpty();

    deleteAndCompactAgain();
    String family = held.shared().reports().get(0).getFamily();
    HStore store = warmed.getStore(Bytes.toBytes(family));
    store.closeAndArchiveCompactedFiles();

    // The inputs of the held warm-up and the present files, without its output and delete markers.
    assertThat(filesOf(family)).hasSize(inputs.size() + 1);
    assertThat(cells(warmed)).isEqualTo(cells(stock)).isNotEmpty();
  }

  private boolean isLive(String family, String name) {
    return warmed.getStore(Bytes.toBytes(family)).getStorefiles().stream()
        .anyMatch(file -> file.getPath().getName().equals(name));
  }

  private List<String> filesOf(String family) throws IOException {
    return Arrays.stream(
            warmed.getFilesystem().listStatus(warmed.getRegionFileSystem().getStoreDir(family)))
        .map(file -> file.getPath().getName())
        .sorted()
        .toList();
  }

  /**
   * The second compaction drops the delete markers, and its outputs are below the least size. The
   * first compaction's warm-ups take turns in a region: waiting ones end at once, and one is held.
   */
  private void deleteAndCompactAgain() throws IOException {
    for (HRegion region : List.of(warmed, stock)) {
      for (int row = ROWS_LEFT; row < ROWS; row++) {
        LocalRegion.delete(region, row, 4);
      }
      region.flush(true);
      region.compact(true);
    }
    Waiter.waitFor(conf, 60_000, 20, () -> held.shared().reports().size() == 1);
  }

  private static List<String> cells(HRegion region) throws IOException {
    List<String> cells = new ArrayList<>();
    List<Cell> row = new ArrayList<>();
    try (RegionScanner scanner = region.getScanner(new Scan())) {
      boolean more = true;
      while (more) {
        row.clear();
        more = scanner.next(row);
        row.forEach(cell -> cells.add(StoreFileImage.describe(cell)));
      }
    }
    return cells;
  }
}
