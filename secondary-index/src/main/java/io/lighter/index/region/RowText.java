// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.region;

import org.apache.hadoop.hbase.util.Bytes;

/** Rows in messages. */
final class RowText {
  private static final int MOST_BYTES = 64;

  private RowText() {}

  /** The first bytes of a row, escaped, in quotes. */
  static String of(byte[] row) {
    return "'%s'%s"
        .formatted(
            Bytes.toStringBinary(row, 0, Math.min(row.length, MOST_BYTES)),
            row.length > MOST_BYTES ? "..." : "");
  }
}
