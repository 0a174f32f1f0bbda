// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.client;

import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A row that a lookup has found. When the row was read, it had a key in the lookup's range.
 *
 * @param key the secondary key, encoded; rows come in the order of these bytes
 * @param result the row, with the columns that the lookup wanted and the indexed ones
 * @param moved whether the row was found by a key that it no longer had, and not met by another
 *     one; {@code key} is then its present key, and the row comes behind all others
 */
@SuppressWarnings("ArrayRecordComponent") // a result, not compared
public record IndexedRow(byte[] key, Result result, boolean moved) {
  /** The key of the row. */
  public byte[] row() {
    return result.getRow();
  }

  @Override
  public String toString() {
    return "row %s by key %s%s"
        .formatted(Bytes.toStringBinary(row()), Bytes.toStringBinary(key), moved ? ", moved" : "");
  }
}
