// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.tpcc.schema;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The row keys: fixed width, big endian, warehouse first, so that rows of a warehouse are adjacent
 * and sort by number. Numbers are positive, hence their sign bit never disturbs the order.
 *
 * <pre>
 * warehouse       w:4
 * district        w:4 d:1
 * customer        w:4 d:1 c:4
 * customer_name   w:4 d:1 last:16 first:16 c:4
 * history         w:4 d:1 writer:8 sequence:8
 * new_order       w:4 d:1 o:4
 * orders          w:4 d:1 o:4
 * customer_order  w:4 d:1 c:4 (max-o):4
 * order_line      w:4 d:1 o:4 number:1
 * item            i:4
 * stock           w:4 i:4
 * </pre>
 */
public final class Keys {
  private static final int DISTRICT_AT = 4;
  private static final int NUMBER_AT = 5;
  private static final int LINE_AT = 9;
  private static final int NAME_BYTES = 16;

  private Keys() {}

  public static byte[] warehouse(int warehouse) {
    return ByteBuffer.allocate(4).putInt(warehouse).array();
  }

  public static byte[] district(int warehouse, int district) {
    return inDistrict(warehouse, district, 0).array();
  }

  public static byte[] customer(int warehouse, int district, int customer) {
    return inDistrict(warehouse, district, 4).putInt(customer).array();
  }

  /** Prefix of {@link #customerName} keys with this last name. */
  public static byte[] lastName(int warehouse, int district, String last) {
    return inDistrict(warehouse, district, NAME_BYTES).put(padded(last)).array();
  }

  public static byte[] customerName(
      int warehouse, int district, String last, String first, int customer) {
    return inDistrict(warehouse, district, 2 * NAME_BYTES + 4)
        .put(padded(last))
        .put(padded(first))
        .putInt(customer)
        .array();
  }

  /** Number of the customer in a {@link #customerName} key. */
  public static int customerOfName(byte[] row) {
    return ByteBuffer.wrap(row).getInt(row.length - 4);
  }

  /**
   * Key of a history row, which has no primary key in TPC-C (clause 1.3.1).
   *
   * @param writer unique number of the writing process
   * @param sequence number of the row among the writer's rows
   */
  public static byte[] history(int warehouse, int district, long writer, long sequence) {
    return inDistrict(warehouse, district, 16).putLong(writer).putLong(sequence).array();
  }

  /** Key of the order in the orders and the new-order table. */
  public static byte[] order(int warehouse, int district, int order) {
    return inDistrict(warehouse, district, 4).putInt(order).array();
  }

  public static byte[] orderLine(int warehouse, int district, int order, int number) {
    return inDistrict(warehouse, district, 5).putInt(order).put((byte) number).array();
  }

  public static byte[] customerOrder(int warehouse, int district, int customer, int order) {
    return inDistrict(warehouse, district, 8)
        .putInt(customer)
        .putInt(Integer.MAX_VALUE - order)
        .array();
  }

  /** Number of the order in a {@link #customerOrder} key. */
  public static int orderOfCustomer(byte[] row) {
    return Integer.MAX_VALUE - ByteBuffer.wrap(row).getInt(LINE_AT);
  }

  public static byte[] item(int item) {
    return ByteBuffer.allocate(4).putInt(item).array();
  }

  public static byte[] stock(int warehouse, int item) {
    return ByteBuffer.allocate(8).putInt(warehouse).putInt(item).array();
  }

  /** The smallest key that is greater than all keys with the prefix. */
  public static byte[] after(byte[] prefix) {
    byte[] next = prefix.clone();
    int last = next.length - 1;
    while (next[last] == -1) { // never all bytes: the first byte of a number is positive
      next[last] = 0;
      last--;
    }
    next[last]++;
    return next;
  }

  /** The district in a key that has one. */
  public static int districtOf(byte[] row) {
    return row[DISTRICT_AT];
  }

  /** Number after the district: a customer or an order. */
  public static int numberOf(byte[] row) {
    return ByteBuffer.wrap(row).getInt(NUMBER_AT);
  }

  /** The number of an {@link #orderLine} within its order. */
  public static int lineOf(byte[] row) {
    return row[LINE_AT];
  }

  private static ByteBuffer inDistrict(int warehouse, int district, int more) {
    return ByteBuffer.allocate(NUMBER_AT + more).putInt(warehouse).put((byte) district);
  }

  private static byte[] padded(String name) {
    byte[] bytes = name.getBytes(StandardCharsets.US_ASCII);
    if (bytes.length > NAME_BYTES) {
      throw new IllegalArgumentException("longer than " + NAME_BYTES + ": " + name);
    }
    return Arrays.copyOf(bytes, NAME_BYTES);
  }
}
