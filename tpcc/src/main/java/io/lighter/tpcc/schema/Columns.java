// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.tpcc.schema;

import java.nio.charset.StandardCharsets;

/** The column family and the qualifiers. The arrays must not be modified. */
public final class Columns {
  /** One family: the columns of a row are read and written together. */
  public static final byte[] FAMILY = bytes("f");

  /** All constant columns of a row, packed. */
  public static final byte[] PACKED = bytes("p");

  /** W_YTD, D_YTD, S_YTD, C_YTD_PAYMENT. */
  public static final byte[] YTD = bytes("ytd");

  /** D_NEXT_O_ID. */
  public static final byte[] NEXT_ORDER = bytes("next_o_id");

  /** C_BALANCE. */
  public static final byte[] BALANCE = bytes("balance");

  /** C_PAYMENT_CNT. */
  public static final byte[] PAYMENTS = bytes("payment_cnt");

  /** C_DELIVERY_CNT. */
  public static final byte[] DELIVERIES = bytes("delivery_cnt");

  /** C_DATA. */
  public static final byte[] CUSTOMER_DATA = bytes("data");

  /** O_CARRIER_ID; a missing cell is null. */
  public static final byte[] CARRIER = bytes("carrier_id");

  /** OL_DELIVERY_D; a missing cell is null. */
  public static final byte[] DELIVERY_DATE = bytes("delivery_d");

  /** S_QUANTITY. */
  public static final byte[] QUANTITY = bytes("quantity");

  /** S_ORDER_CNT. */
  public static final byte[] ORDERS = bytes("order_cnt");

  /** S_REMOTE_CNT. */
  public static final byte[] REMOTE_ORDERS = bytes("remote_cnt");

  private Columns() {}

  /** The packed cell of the new-order table, whose rows have no other content. */
  public static byte[] undelivered() {
    return new byte[] {1};
  }

  private static byte[] bytes(String name) {
    return name.getBytes(StandardCharsets.US_ASCII);
  }
}
