// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.ColumnPaginationFilter;
import org.apache.hadoop.hbase.filter.ColumnRangeFilter;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;
import org.apache.hadoop.hbase.filter.PageFilter;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.apache.hadoop.hbase.util.Bytes;

/** Reads of all kinds, whose results have to be the same in both regions. */
final class TwinReads {
  private static final int ROUNDS = 4;

  private final Twins twins;
  private final Random random;

  TwinReads(Twins twins, Random random) {
    this.twins = twins;
    this.random = random;
  }

  /**
   * Compares all reads, but no reversed scans while the region has half of a parent's file. With
   * any engine HBase's {@code HalfStoreFileReader} can throw a NullPointerException then: its
   * {@code seekTo()} does not clear the mark that a scanner has been at the end of the low half.
   */
  void compare() throws IOException {
    compare(scans());
  }

  /** As {@link #compare()}, for reads of single columns, with filters, or of a few rows. */
  void compareShort() throws IOException {
    compare(shortScans());
  }

  private void compare(List<Scan> scans) throws IOException {
    if (twins.hasHalves()) {
      scans.removeIf(Scan::isReversed);
    }
    for (Scan scan : scans) {
      assertThat(read(twins.tested, scan))
          .as("%s, %s", scan, twins.family())
          .isEqualTo(read(twins.plain, scan));
    }
  }

  private List<Scan> shortScans() throws IOException {
    List<Scan> scans = new ArrayList<>();
    for (int i = 0; i < ROUNDS; i++) {
      byte[] column = Bytes.toBytes("q" + random.nextInt(3));
      byte[] other = Bytes.toBytes("q" + random.nextInt(3));
      scans.add(new Scan(new Get(row()).addColumn(Twins.FAMILY, column)));
      scans.add(
          new Scan(
              new Get(row())
                  .addColumn(Twins.FAMILY, column)
                  .addColumn(Twins.FAMILY, other)
                  .readVersions(2)));
      scans.add(new Scan(new Get(row())));
      scans.add(
          new Scan()
              .withStartRow(row(), random.nextBoolean())
              .addColumn(Twins.FAMILY, column)
              .setReversed(random.nextBoolean())
              .setLimit(1 + random.nextInt(10)));
      scans.add(
          new Scan()
              .withStartRow(row())
              .setMaxResultsPerColumnFamily(1)
              .setRowOffsetPerColumnFamily(random.nextInt(2))
              .setLimit(5));
      scans.add(new Scan().withStartRow(row()).setLimit(20).setFilter(filter()));
    }
    return scans;
  }

  private Filter filter() {
    return switch (random.nextInt(5)) {
      case 0 -> new KeyOnlyFilter();
      case 1 -> new ColumnPaginationFilter(1, random.nextInt(2));
      case 2 -> new ColumnRangeFilter(Bytes.toBytes("q1"), true, Bytes.toBytes("q2"), true);
      case 3 -> new FirstKeyOnlyFilter();
      default -> new PageFilter(3);
    };
  }

  private List<Scan> scans() throws IOException {
    List<Scan> scans = new ArrayList<>();
    scans.add(new Scan().readAllVersions());
    scans.add(new Scan().setReversed(true).readAllVersions());
    for (int i = 0; i < ROUNDS; i++) {
      byte[] a = row();
      byte[] b = row();
      byte[] low = Bytes.compareTo(a, b) < 0 ? a : b;
      byte[] high = low == a ? b : a;
      scans.add(
          new Scan().withStartRow(low).withStopRow(high, random.nextBoolean()).readVersions(2));
      scans.add(
          new Scan().withStartRow(high, random.nextBoolean()).withStopRow(low).setReversed(true));
      scans.add(new Scan().withStartRow(a).setReversed(random.nextBoolean()));
      scans.add(new Scan().withStopRow(a).setReversed(random.nextBoolean()));
      scans.add(new Scan(new Get(a).readAllVersions()));
      if (twins.family().getMaxVersions() == Integer.MAX_VALUE) {
        // With KEEP_DELETED_CELLS such a read sees what was deleted later.
        scans.add(
            new Scan()
                .withStartRow(low)
                .withStopRow(high)
                .setTimeRange(twins.start(), twins.past() + 1));
      }
    }
    return scans;
  }

  private byte[] row() {
    int first = twins.firstRow();
    return Twins.row(first + random.nextInt(twins.endRow() - first));
  }

  private List<String> read(HRegion region, Scan scan) throws IOException {
    List<String> all = new ArrayList<>();
    Scan own = ProtobufUtil.toScan(ProtobufUtil.toScan(scan)); // filters have a state
    try (RegionScanner scanner = region.getScanner(own)) {
      List<Cell> cells = new ArrayList<>();
      int rows = 0;
      boolean more;
      do {
        cells.clear();
        more = scanner.next(cells);
        for (Cell cell : cells) {
          if (twins.contains(CellUtil.cloneRow(cell))) {
            String row = Bytes.toString(CellUtil.cloneRow(cell));
            String column = Bytes.toString(CellUtil.cloneQualifier(cell));
            int value = Bytes.hashCode(CellUtil.cloneValue(cell));
            all.add(row + " " + column + " " + cell.getTimestamp() + " " + value);
          }
        }
        rows += cells.isEmpty() ? 0 : 1;
      } while (more && (scan.getLimit() <= 0 || rows < scan.getLimit()));
    }
    return all;
  }
}
