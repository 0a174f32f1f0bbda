// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.tpcc.schema;

/**
 * A payment; its row key has the district where it was made.
 *
 * @param warehouse the customer's warehouse
 * @param district the customer's district
 * @param amount in cents
 */
public record History(
    int warehouse, int district, int customer, long dateMillis, long amount, String data) {
  public byte[] pack() {
    return new PackedWriter()
        .putInt(warehouse)
        .putInt(district)
        .putInt(customer)
        .putLong(dateMillis)
        .putLong(amount)
        .putText(data)
        .toBytes();
  }

  public static History unpack(byte[] bytes) {
    PackedReader reader = new PackedReader(bytes);
    return new History(
        reader.getInt(),
        reader.getInt(),
        reader.getInt(),
        reader.getLong(),
        reader.getLong(),
        reader.getText());
  }
}
