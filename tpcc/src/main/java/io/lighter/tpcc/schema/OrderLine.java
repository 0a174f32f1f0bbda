// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.tpcc.schema;

/**
 * The constant part of an order line.
 *
 * @param amount in cents
 * @param districtInfo S_DIST_xx of the line's stock
 */
public record OrderLine(
    int item, int supplyWarehouse, int quantity, long amount, String districtInfo) {
  public byte[] pack() {
    return new PackedWriter()
        .putInt(item)
        .putInt(supplyWarehouse)
        .putInt(quantity)
        .putLong(amount)
        .putText(districtInfo)
        .toBytes();
  }

  public static OrderLine unpack(byte[] bytes) {
    PackedReader reader = new PackedReader(bytes);
    return new OrderLine(
        reader.getInt(), reader.getInt(), reader.getInt(), reader.getLong(), reader.getText());
  }
}
