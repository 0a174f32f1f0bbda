// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.forest;

import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The row at which a region should split: a file that is not cut goes to one half as a whole, and
 * is not rewritten. Stateless.
 */
public final class SplitPoint {
  /** Smallest part of the bytes on one side. */
  private static final double LEAST_SHARE = 1 / 3.0;

  private SplitPoint() {}

  /**
   * Returns the first row of a file with a third of the bytes at least on either side, and of these
   * rows the one that cuts the fewest bytes; ties go to the one nearest to the middle. Empty if
   * there is none, or if it cuts more than half of all bytes.
   */
  public static Optional<byte[]> of(Forest forest) {
    List<ForestFile> files = forest.files().stream().filter(SplitPoint::hasRows).toList();
    double total = files.stream().mapToLong(ForestFile::bytes).sum();
    TreeSet<byte[]> rows = new TreeSet<>(Bytes.BYTES_COMPARATOR);
    files.forEach(file -> rows.add(file.facts().first()));
    byte[] best = null;
    double fewest = total / 2;
    double imbalance = total;
    for (byte[] row : rows) {
      double below = 0;
      double cut = 0;
      for (ForestFile file : files) {
        if (Bytes.compareTo(file.facts().last(), row) < 0) {
          below += file.bytes();
        } else if (Bytes.compareTo(file.facts().first(), row) < 0) {
          cut += file.bytes();
        }
      }
      double low = below + cut / 2;
      boolean isBetter = cut < fewest || (cut == fewest && Math.abs(total - 2 * low) < imbalance);
      if (Math.min(low, total - low) >= LEAST_SHARE * total && isBetter) {
        best = row;
        fewest = cut;
        imbalance = Math.abs(total - 2 * low);
      }
    }
    return Optional.ofNullable(best);
  }

  private static boolean hasRows(ForestFile file) {
    return !file.facts().isEmpty() && !file.facts().isRowsUnknown();
  }
}
