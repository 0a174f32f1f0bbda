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
    List<Scan> scans = scans();
    if (twins.hasHalves()) {
      scans.removeIf(Scan::isReversed);
    }
    for (Scan scan : scans) {
      assertThat(read(twins.tested, scan))
          .as("%s, %s", scan, twins.family())
          .isEqualTo(read(twins.plain, scan));
    }
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
    try (RegionScanner scanner = region.getScanner(scan)) {
      List<Cell> cells = new ArrayList<>();
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
      } while (more);
    }
    return all;
  }
}
