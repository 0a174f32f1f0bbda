// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.tpcc.generate;

import io.lighter.tpcc.schema.Columns;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;

/** Short forms for building rows. */
final class Rows {
  private static final byte[] NOTHING = {};

  private Rows() {}

  static Put packed(byte[] key, byte[] packed) {
    return new Put(key).addColumn(Columns.FAMILY, Columns.PACKED, packed);
  }

  /** A row with an empty packed cell. */
  static Put ofKey(byte[] key) {
    return packed(key, NOTHING);
  }

  static Put with(Put row, byte[] qualifier, long value) {
    return row.addColumn(Columns.FAMILY, qualifier, Bytes.toBytes(value));
  }
}
