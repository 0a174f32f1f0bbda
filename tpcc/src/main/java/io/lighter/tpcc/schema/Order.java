// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.tpcc.schema;

/**
 * The constant part of an order.
 *
 * @param lines O_OL_CNT
 * @param allLocal whether its own warehouse supplies all of them
 */
public record Order(int customer, long entryMillis, int lines, boolean allLocal) {
  public byte[] pack() {
    return new PackedWriter()
        .putInt(customer)
        .putLong(entryMillis)
        .putInt(lines)
        .putInt(allLocal ? 1 : 0)
        .toBytes();
  }

  public static Order unpack(byte[] bytes) {
    PackedReader reader = new PackedReader(bytes);
    return new Order(reader.getInt(), reader.getLong(), reader.getInt(), reader.getInt() == 1);
  }
}
