// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package org.apache.hadoop.hbase.regionserver;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Scan;

/** Reads of a region as a client makes them. */
final class Snapshots {
  private Snapshots() {}

  /** A scanner that stays open, and its expected result. */
  record OpenScanner(RegionScanner scanner, List<String> expected) {}

  /** All versions that a client could read now. */
  static List<String> visible(HRegion region) throws IOException {
    return visible(region, new Scan().readAllVersions());
  }

  /** Reads as {@link #visible(HRegion)} without caching blocks, which a warm-up would notice. */
  static List<String> visibleUncached(HRegion region) throws IOException {
    return visible(region, new Scan().readAllVersions().setCacheBlocks(false));
  }

  private static List<String> visible(HRegion region, Scan scan) throws IOException {
    try (RegionScanner scanner = region.getScanner(scan)) {
      return drain(scanner);
    }
  }

  /** All versions of one family. */
  static List<String> visible(HStore store) throws IOException {
    Scan scan = new Scan().readAllVersions().addFamily(store.getColumnFamilyDescriptor().getName());
    try (RegionScanner scanner = store.getHRegion().getScanner(scan)) {
      return drain(scanner);
    }
  }

  /** Opens a scanner that pins the read point of now. */
  static OpenScanner open(HRegion region) throws IOException {
    RegionScanner scanner = region.getScanner(new Scan().readAllVersions());
    return new OpenScanner(scanner, visible(region));
  }

  /** Reads the rest of {@code scanner}. */
  static List<String> drain(RegionScanner scanner) throws IOException {
    List<String> all = new ArrayList<>();
    List<Cell> row = new ArrayList<>();
    boolean more;
    do {
      row.clear();
      more = scanner.next(row);
      row.forEach(cell -> all.add(StoreFileImage.describe(cell)));
    } while (more);
    return all;
  }
}
