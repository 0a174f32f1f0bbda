// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.client;

import org.apache.hadoop.hbase.util.Bytes;

/**
 * An entry of an index.
 *
 * @param key the secondary key, encoded as in the index row
 * @param row the key of the data row
 * @param stamp timestamp of the entry, which does not count in comparisons
 */
@SuppressWarnings("ArrayRecordComponent") // with an order of its own
record Entry(byte[] key, byte[] row, long stamp) implements Comparable<Entry> {
  /** Index order: by key, then by row. */
  @Override
  public int compareTo(Entry other) {
    int byKey = Bytes.compareTo(key, other.key);
    return byKey != 0 ? byKey : Bytes.compareTo(row, other.row);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Entry entry && compareTo(entry) == 0;
  }

  @Override
  public int hashCode() {
    return 31 * Bytes.hashCode(key) + Bytes.hashCode(row);
  }
}
