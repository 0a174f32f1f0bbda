// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.tpcc.schema;

/**
 * The constant part of a customer.
 *
 * @param sinceMillis time of entry
 * @param credit {@link #GOOD_CREDIT} or {@link #BAD_CREDIT}
 * @param creditLimit in cents
 * @param discount in hundredths of a percent
 */
public record Customer(
    String first,
    String middle,
    String last,
    Address address,
    String phone,
    long sinceMillis,
    String credit,
    long creditLimit,
    int discount) {
  public static final String GOOD_CREDIT = "GC";
  public static final String BAD_CREDIT = "BC";

  public boolean hasBadCredit() {
    return credit.equals(BAD_CREDIT);
  }

  public byte[] pack() {
    PackedWriter writer = new PackedWriter().putText(first).putText(middle).putText(last);
    address.pack(writer);
    return writer
        .putText(phone)
        .putLong(sinceMillis)
        .putText(credit)
        .putLong(creditLimit)
        .putInt(discount)
        .toBytes();
  }

  public static Customer unpack(byte[] bytes) {
    PackedReader reader = new PackedReader(bytes);
    return new Customer(
        reader.getText(),
        reader.getText(),
        reader.getText(),
        Address.unpack(reader),
        reader.getText(),
        reader.getLong(),
        reader.getText(),
        reader.getLong(),
        reader.getInt());
  }
}
