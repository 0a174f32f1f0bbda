// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.client;

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
   * Whether a row has the key of an entry, which is in the range.
   *
   * @param row the row as read after the entry; empty if it does not exist
   */
  boolean hasKey(Entry entry, Result row) {
    return columns.keys(row).contains(entry.key());
  }

  /** The smallest key of a row that is in the range, or null. */
  byte[] smallestKey(Result row) {
    return window.smallestOf(columns.keys(row));
  }
}
