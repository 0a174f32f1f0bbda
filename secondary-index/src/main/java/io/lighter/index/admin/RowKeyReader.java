// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.admin;

import io.lighter.index.spec.ColumnValues;
import io.lighter.index.spec.IndexSpec;
import io.lighter.index.spec.KeyExtractor;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Result;

/** The keys that an index has for a row's cells. Immutable. */
final class RowKeyReader {
  /** Combinations of stored values of a compound key that are looked at. */
  private static final long MOST_COMBINATIONS = 10_000;

  private final KeyExtractor keys;

  RowKeyReader(IndexSpec spec) {
    this.keys = spec.keys();
  }

  /** The keys of a row's newest visible cells. */
  NavigableSet<byte[]> keys(Result row) {
    return row.isEmpty()
        ? KeyExtractor.noKeys()
        : keys.keys(ColumnValues.of(row.listCells(), keys.family()));
  }

  /**
   * The keys that a row may have without a further write: those of all of its stored puts, since a
   * compaction may bring a deleted cell back.
   *
   * @param raw all stored cells
   * @return empty if there are too many combinations to tell
   */
  Optional<NavigableSet<byte[]>> possibleKeys(Result raw) {
    if (raw.isEmpty()) {
      return Optional.of(KeyExtractor.noKeys());
    }
    List<Cell> puts = raw.listCells().stream().filter(CellUtil::isPut).toList();
    ColumnValues values = ColumnValues.of(puts, keys.family());
    return keys.combinations(values) > MOST_COMBINATIONS
        ? Optional.empty()
        : Optional.of(keys.keys(values));
  }

  /** Whether two reads of a row found the same cells. */
  static boolean isSame(Result first, Result second) {
    if (first.size() != second.size()) {
      return false;
    }
    Cell[] some = first.rawCells();
    for (int i = 0; i < first.size(); i++) {
      Cell other = second.rawCells()[i];
      if (CellComparator.getInstance().compare(some[i], other, true) != 0
          || !CellUtil.matchingValue(some[i], other)) {
        return false;
      }
    }
    return true;
  }
}
