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
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.ValueFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.EnvironmentEdgeManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Reads with different results from an output and from its inputs. While T is in the middle of a
 * region, a row above T reads as in a stock region before the compaction, and a row below T as in a
 * stock region after it. These are the cases of {@code docs/operate/reliability.md}.
 */
class ReadsInAWarmupTest {
  private static final int ROWS = 200;
  private static final byte[] OVERWRITTEN = Bytes.toBytes("overwritten");
  private static final byte[] DELETED = Bytes.toBytes("deleted");
  private static final byte[] VERSION_DELETED = Bytes.toBytes("version-deleted");
  private static final byte[] EXPIRED = Bytes.toBytes("expired");
  private static final byte[] PLAIN = Bytes.toBytes("plain");
  private static final long TTL = 9_000;
  private static final long WRITTEN = System.currentTimeMillis();

  private final HBaseTestingUtility util = new HBaseTestingUtility();
  private final Configuration conf = util.getConfiguration();
  private final AtomicLong now = new AtomicLong(WRITTEN);
  private HeldWarmups held;
  private HRegion warmed;
  private HRegion notCompacted;
  private HRegion compacted;

  /** A kind of read of a column. */
  private enum Kind {
    PLAIN_READ,
    ALL_VERSIONS,
    FILTER,
    TIME_RANGE,
    RAW
  }

  @BeforeEach
  void stopTheClock() {
    EnvironmentEdgeManager.injectEdge(now::get);
  }

  @AfterEach
  void close() throws IOException {
    EnvironmentEdgeManager.reset();
    held.close();
    HBaseTestingUtility.closeRegionAndWAL(warmed);
    HBaseTestingUtility.closeRegionAndWAL(notCompacted);
    HBaseTestingUtility.closeRegionAndWAL(compacted);
    util.cleanupTestDir();
  }

  @Test
  void rowReadsAsBeforeOrAfterTheCompaction() throws Exception {
    openRegions(WarmupStrategy.THROTTLED);
    moveThresholdTo(ROWS / 2);
    Set<String> different = new TreeSet<>();
    for (byte[] column : List.of(OVERWRITTEN, DELETED, VERSION_DELETED, EXPIRED, PLAIN)) {
      for (Kind kind : Kind.values()) {
        String read = Bytes.toString(column) + " " + kind;
        for (int row : new int[] {0, ROWS / 2, ROWS - 1}) {
          HRegion same = row <= ROWS / 2 ? compacted : notCompacted;
          assertThat(read(warmed, row, column, kind))
              .as("%s of row %s", read, row)
              .isEqualTo(read(same, row, column, kind));
        }
        if (!read(compacted, 0, column, kind).equals(read(notCompacted, 0, column, kind))) {
          different.add(read);
        }
      }
    }

    assertThat(different)
        .containsExactlyInAnyOrder(
            "overwritten TIME_RANGE",
            "overwritten RAW",
            "deleted PLAIN_READ",
            "deleted ALL_VERSIONS",
            "deleted FILTER",
            "deleted RAW",
            "version-deleted PLAIN_READ",
            "version-deleted ALL_VERSIONS",
            "version-deleted FILTER",
            "version-deleted TIME_RANGE",
            "version-deleted RAW",
            "expired PLAIN_READ",
            "expired ALL_VERSIONS",
            "expired FILTER",
            "expired TIME_RANGE",
            "expired RAW");
  }

  @ParameterizedTest
  @EnumSource(
      value = WarmupStrategy.class,
      names = {"NONE", "WRITE_THROUGH", "REMOTE", "PRE_SWITCH"})
  void immediateSwitchReadsAsAfterTheCompaction(WarmupStrategy strategy) throws Exception {
    openRegions(strategy);

    for (byte[] column : List.of(OVERWRITTEN, DELETED, VERSION_DELETED, EXPIRED, PLAIN)) {
      for (Kind kind : Kind.values()) {
        for (int row = 0; row < ROWS; row++) {
          assertThat(read(warmed, row, column, kind)).isEqualTo(read(compacted, row, column, kind));
        }
      }
    }
  }

  private void openRegions(WarmupStrategy strategy) throws Exception {
    conf.set(LighterOption.WARMUP_STRATEGY.key(), strategy.configName());
    conf.set(LighterOption.WARMUP_MIN_BYTES.key(), "1");
    conf.set(LighterOption.WARMUP_CHUNK_SIZE.key(), "4KB");
    held = new HeldWarmups(conf);
    WarmedStoreEngine.share(new WarmedStoreEngine.Shared(held.shared(), null, false));
    warmed = LocalRegion.create(conf, util.getDataTestDir(), "warmed", WarmedStoreEngine.class);
    notCompacted =
        LocalRegion.create(conf, util.getDataTestDir(), "inputs", DefaultStoreEngine.class);
    compacted = LocalRegion.create(conf, util.getDataTestDir(), "output", DefaultStoreEngine.class);
    for (HRegion region : List.of(warmed, notCompacted, compacted)) {
      write(region);
    }
    warmed.compact(true);
    compacted.compact(true);
    for (HRegion region : List.of(warmed, notCompacted, compacted)) {
      writeLater(region);
    }
    now.addAndGet(TTL);
  }

  /** Writes two files. */
  private static void write(HRegion region) throws IOException {
    for (int row = 0; row < ROWS; row++) {
      Put first = new Put(LocalRegion.row(row)).setDurability(Durability.SKIP_WAL);
      for (byte[] column : List.of(OVERWRITTEN, DELETED, VERSION_DELETED, PLAIN)) {
        first.addColumn(LocalRegion.FAMILY, column, 1, value(1));
      }
      region.put(first.addColumn(LocalRegion.FAMILY, EXPIRED, WRITTEN - 2, value(1)));
    }
    region.flush(true);
    for (int row = 0; row < ROWS; row++) {
      Put second = new Put(LocalRegion.row(row)).setDurability(Durability.SKIP_WAL);
      for (byte[] column : List.of(OVERWRITTEN, VERSION_DELETED)) {
        second.addColumn(LocalRegion.FAMILY, column, 2, value(2));
      }
      region.put(second);
      Put expiring = new Put(LocalRegion.row(row)).setDurability(Durability.SKIP_WAL).setTTL(TTL);
      region.put(expiring.addColumn(LocalRegion.FAMILY, EXPIRED, WRITTEN - 1, value(2)));
      region.delete(
          new Delete(LocalRegion.row(row))
              .setDurability(Durability.SKIP_WAL)
              .addColumns(LocalRegion.FAMILY, DELETED, 5));
    }
    region.flush(true);
  }

  /** Writes a put that is older than the delete marker, and deletes only the latest version. */
  private static void writeLater(HRegion region) throws IOException {
    for (int row = 0; row < ROWS; row++) {
      region.put(
          new Put(LocalRegion.row(row))
              .setDurability(Durability.SKIP_WAL)
              .addColumn(LocalRegion.FAMILY, DELETED, 3, value(3)));
      region.delete(
          new Delete(LocalRegion.row(row))
              .setDurability(Durability.SKIP_WAL)
              .addColumn(LocalRegion.FAMILY, VERSION_DELETED, 2));
    }
  }

  private static byte[] value(int number) {
    return Bytes.toBytes("%0100d".formatted(number));
  }

  private static List<String> read(HRegion region, int row, byte[] column, Kind kind)
      throws IOException {
    Scan scan =
        new Scan()
            .withStartRow(LocalRegion.row(row))
            .withStopRow(LocalRegion.row(row), true)
            .addFamily(LocalRegion.FAMILY);
    switch (kind) {
      case PLAIN_READ -> {}
      case ALL_VERSIONS -> scan.readAllVersions();
      case FILTER ->
          scan.setFilter(
              new ValueFilter(CompareOperator.NOT_EQUAL, new BinaryComparator(value(2))));
      case TIME_RANGE -> {
        long secondVersion = Arrays.equals(column, EXPIRED) ? WRITTEN - 1 : 2;
        scan.setTimeRange(0, secondVersion);
      }
      case RAW -> scan.setRaw(true).readAllVersions();
    }
    List<Cell> cells = new ArrayList<>();
    try (RegionScanner scanner = region.getScanner(scan)) {
      scanner.next(cells);
    }
    return cells.stream()
        .filter(cell -> CellUtil.matchingQualifier(cell, column))
        .map(cell -> cell.getTimestamp() + " " + cell.getType())
        .toList();
  }

  private void moveThresholdTo(int row) throws Exception {
    while (!readsOutput(row)) {
      held.pace().letOneThrough();
    }
    assertThat(readsOutput(ROWS - 1)).isFalse();
  }

  private boolean readsOutput(int row) throws IOException {
    long before = held.readsOfOutputs();
    warmed.get(new Get(LocalRegion.row(row)).addFamily(LocalRegion.FAMILY));
    return held.readsOfOutputs() > before;
  }
}
