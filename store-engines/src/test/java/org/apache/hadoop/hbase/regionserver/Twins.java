// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HBaseTestingUtility;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfoBuilder;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionContext;
import org.apache.hadoop.hbase.regionserver.compactions.CompactionLifeCycleTracker;
import org.apache.hadoop.hbase.regionserver.throttle.NoLimitThroughputController;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.wal.WAL;

/** A region with ranges, and one of HBase's default engine with the same history. */
final class Twins {
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final int ROWS = 120;

  HRegion ranges;
  final HRegion plain;
  private final Path folder;
  private final Random random;
  private final boolean allVersions;
  private final long start = System.currentTimeMillis() - 1_000_000;
  private long clock = start;
  private final List<CompactionContext> held = new ArrayList<>();
  int jobs;

  Twins(
      Configuration conf,
      Path folder,
      Random random,
      ColumnFamilyDescriptor family,
      Class<?> engine)
      throws IOException {
    this.folder = new Path(folder, "ranges");
    this.random = random;
    allVersions = family.getMaxVersions() == Integer.MAX_VALUE;
    ranges = create(conf, this.folder, family, engine, random);
    plain = create(conf, new Path(folder, "plain"), family, DefaultStoreEngine.class, random);
  }

  private static HRegion create(
      Configuration conf,
      Path folder,
      ColumnFamilyDescriptor family,
      Class<?> engine,
      Random random)
      throws IOException {
    TableName name = TableName.valueOf("t");
    return HBaseTestingUtility.createRegionAndWAL(
        RegionInfoBuilder.newBuilder(name).build(),
        folder,
        conf,
        TableDescriptorBuilder.newBuilder(name)
            .setColumnFamily(family)
            .setValue(StoreEngine.STORE_ENGINE_CLASS_KEY, engine.getName())
            .build());
  }

  HStore store() {
    return ranges.getStore(FAMILY);
  }

  RangeStoreFileManager files() {
    return (RangeStoreFileManager) store().getStoreEngine().getStoreFileManager();
  }

  void close() throws IOException {
    HBaseTestingUtility.closeRegionAndWAL(ranges);
    HBaseTestingUtility.closeRegionAndWAL(plain);
  }

  /** Opens the region with ranges again, as after a crash: what is not on disk is gone. */
  void crash() throws IOException {
    held.clear();
    WAL wal = ranges.getWAL();
    ranges.close(true);
    ranges =
        HRegion.openHRegion(
            ranges.getBaseConf(),
            ranges.getFilesystem(),
            folder,
            ranges.getRegionInfo(),
            ranges.getTableDescriptor(),
            wal);
  }

  static byte[] row(int number) {
    return Bytes.toBytes("r%04d".formatted(number));
  }

  /** Writes puts and deletes of all kinds, then flushes. */
  void writeFile() throws IOException {
    boolean narrow = random.nextInt(3) == 0;
    int from = narrow ? random.nextInt(ROWS) : 0;
    int rows = narrow ? 10 : ROWS;
    for (int i = 20 + random.nextInt(60); i > 0; i--) {
      byte[] row = row(Math.min(ROWS - 1, from + random.nextInt(rows)));
      byte[] column = Bytes.toBytes("q" + random.nextInt(3));
      // Timestamps grow: what a marker masks, and when it is dropped, then makes no difference.
      long time = ++clock;
      long past = start + random.nextInt((int) (clock - start));
      switch (random.nextInt(14)) {
        case 0 -> delete(new Delete(row).addColumns(FAMILY, column, past));
        case 1 -> delete(new Delete(row).addFamily(FAMILY, time));
        case 2 -> {
          if (allVersions) {
            delete(new Delete(row).addColumn(FAMILY, column, past));
          }
        }
        case 3 -> {
          if (allVersions) {
            delete(new Delete(row).addFamilyVersion(FAMILY, past));
          }
        }
        default -> {
          byte[] value = new byte[random.nextInt(400)];
          random.nextBytes(value);
          for (HRegion region : List.of(ranges, plain)) {
            region.put(
                new Put(row)
                    .addColumn(FAMILY, column, time, value)
                    .setDurability(Durability.SKIP_WAL));
          }
        }
      }
    }
    flush();
  }

  void delete(Delete delete) throws IOException {
    ranges.delete(new Delete(delete).setDurability(Durability.SKIP_WAL));
    plain.delete(new Delete(delete).setDurability(Durability.SKIP_WAL));
  }

  void put(int row, int bytes) throws IOException {
    clock++;
    for (HRegion region : List.of(ranges, plain)) {
      region.put(
          new Put(row(row))
              .addColumn(FAMILY, Bytes.toBytes("q"), clock, new byte[bytes])
              .setDurability(Durability.SKIP_WAL));
    }
  }

  void flush() throws IOException {
    ranges.flush(true);
    plain.flush(true);
  }

  /** Selects a compaction; returns whether there was one. */
  boolean select() throws IOException {
    Optional<CompactionContext> context =
        store().requestCompaction(Store.NO_PRIORITY, CompactionLifeCycleTracker.DUMMY, null);
    context.ifPresent(held::add);
    return context.isPresent();
  }

  /** Returns the selected compaction that has waited longest, which the caller carries out. */
  CompactionContext takeHeld() {
    return held.remove(0);
  }

  /** Carries out the selected compaction that has waited longest, if any. */
  void compactHeld() throws IOException {
    if (!held.isEmpty()) {
      long highest = store().getMaxSequenceId().orElse(0);
      ranges.compact(held.remove(0), store(), NoLimitThroughputController.INSTANCE);
      jobs++;
      assertThat(store().getMaxSequenceId().orElse(0)).isEqualTo(highest);
    }
  }

  void settle() throws IOException {
    for (int i = 0; i < 500; i++) {
      while (!held.isEmpty()) {
        compactHeld();
      }
      if (!select()) {
        return;
      }
    }
    throw new AssertionError("no end: " + files().snapshot().layout());
  }

  /** Compares what a client reads now. */
  void compare() throws IOException {
    List<Scan> scans = new ArrayList<>();
    scans.add(new Scan().readAllVersions());
    scans.add(new Scan().setReversed(true).readAllVersions());
    for (int i = 0; i < 4; i++) {
      byte[] a = row(random.nextInt(ROWS));
      byte[] b = row(random.nextInt(ROWS));
      byte[] low = Bytes.compareTo(a, b) < 0 ? a : b;
      byte[] high = low == a ? b : a;
      scans.add(
          new Scan().withStartRow(low).withStopRow(high, random.nextBoolean()).readVersions(2));
      scans.add(
          new Scan().withStartRow(high, random.nextBoolean()).withStopRow(low).setReversed(true));
      scans.add(new Scan().withStartRow(a).setReversed(random.nextBoolean()));
      if (allVersions) {
        // With KEEP_DELETED_CELLS such a read sees what was deleted later.
        long end = start + 1 + random.nextInt((int) (clock - start) + 1);
        scans.add(new Scan().withStartRow(low).withStopRow(high).setTimeRange(start, end));
      }
      scans.add(new Scan().withStopRow(a).setReversed(random.nextBoolean()));
      scans.add(new Scan(new Get(a).readAllVersions()));
    }
    for (Scan scan : scans) {
      assertThat(read(ranges, scan)).as("%s", scan).isEqualTo(read(plain, scan));
    }
  }

  private static List<String> read(HRegion region, Scan scan) throws IOException {
    List<String> all = new ArrayList<>();
    try (RegionScanner scanner = region.getScanner(scan)) {
      List<Cell> cells = new ArrayList<>();
      boolean more;
      do {
        cells.clear();
        more = scanner.next(cells);
        for (Cell cell : cells) {
          String row = Bytes.toString(CellUtil.cloneRow(cell));
          String column = Bytes.toString(CellUtil.cloneQualifier(cell));
          int value = Bytes.hashCode(CellUtil.cloneValue(cell));
          all.add(row + " " + column + " " + cell.getTimestamp() + " " + value);
        }
      } while (more);
    }
    return all;
  }
}
