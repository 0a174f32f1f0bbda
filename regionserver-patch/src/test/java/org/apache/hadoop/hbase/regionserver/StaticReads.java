// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;

/** Reads random, unchanging rows of {@link CachedRows}, and records wrong results. */
final class StaticReads {
  private static final int ROWS = CachedRows.ROWS;
  private static final int SCANNED = 20;

  private final HRegion region;
  private final List<String> expected;
  private final List<String> wrong = new ArrayList<>();

  /**
   * Creates the reads.
   *
   * @param expected all cells, see {@link Snapshots#visible}
   */
  StaticReads(HRegion region, List<String> expected) {
    this.region = region;
    this.expected = expected;
  }

  /** Wrong results; empty if all were right. */
  List<String> wrong() {
    return wrong;
  }

  /** Runs gets, and short scans in both directions; static data reveals every error. */
  void some() throws IOException {
    Random random = new Random();
    for (int i = 0; i < 20; i++) {
      byte[] row = CachedRows.row(random.nextInt(ROWS));
      String prefix = Bytes.toString(row) + "/";
      List<String> ofRow = expected.stream().filter(cell -> cell.startsWith(prefix)).toList();
      Result got = region.get(new Get(row));
      List<String> actual =
          got.isEmpty()
              ? List.of()
              : got.listCells().stream().map(StoreFileImage::describe).toList();
      if (!actual.equals(ofRow)) {
        wrong.add("get of %s: %s instead of %s".formatted(prefix, actual, ofRow));
      }
    }
    int from = SCANNED + random.nextInt(ROWS - 2 * SCANNED);
    Scan forward =
        new Scan().withStartRow(CachedRows.row(from)).withStopRow(CachedRows.row(from + SCANNED));
    expectScan(forward, between(from, from + SCANNED));
    Scan backward =
        new Scan()
            .withStartRow(CachedRows.row(from))
            .withStopRow(CachedRows.row(from - SCANNED))
            .setReversed(true);
    List<String> head = new ArrayList<>(between(from - SCANNED + 1, from + 1));
    Collections.reverse(head);
    expectScan(backward, head);
  }

  private void expectScan(Scan scan, List<String> cells) throws IOException {
    try (RegionScanner scanner = region.getScanner(scan)) {
      List<String> actual = Snapshots.drain(scanner);
      if (!actual.equals(cells)) {
        wrong.add("%s: %s instead of %s".formatted(scan, actual, cells));
      }
    }
  }

  private List<String> between(int from, int to) {
    String first = Bytes.toString(CachedRows.row(from));
    String end = Bytes.toString(CachedRows.row(to));
    return expected.stream()
        .filter(cell -> cell.compareTo(first) >= 0 && cell.compareTo(end) < 0)
        .toList();
  }
}
