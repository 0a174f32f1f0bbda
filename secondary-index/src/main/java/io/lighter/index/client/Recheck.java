// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.client;

import java.util.NavigableSet;
import java.util.Optional;
import org.apache.hadoop.hbase.client.Result;

/**
 * Compares a row with the entry by which it was found. A lookup never hands out a row that had no
 * key in the range when it was read.
 */
final class Recheck {
  private final IndexedColumns columns;
  private final KeyWindow window;

  Recheck(IndexedColumns columns, KeyWindow window) {
    this.columns = columns;
    this.window = window;
  }

  /**
   * Checks a row.
   *
   * @param row the row as read after the entry; empty if it does not exist
   * @return the row with its key; empty if the entry is stale
   */
  Optional<IndexedRow> check(Entry entry, Result row) {
    NavigableSet<byte[]> keys = columns.keys(row);
    if (keys.contains(entry.key())) { // which is in the range
      return Optional.of(new IndexedRow(entry.key(), row, false));
    }
    return Optional.ofNullable(window.smallestOf(keys))
        .map(present -> new IndexedRow(present, row, true));
  }

  /** The smallest key of a row that is in the range, or null. */
  byte[] smallestKey(Result row) {
    return window.smallestOf(columns.keys(row));
  }
}
