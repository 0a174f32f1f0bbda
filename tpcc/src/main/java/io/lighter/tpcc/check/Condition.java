// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.tpcc.check;

/** The consistency conditions, by their number in clause 3.3.2. */
public enum Condition {
  WAREHOUSE_YTD(1, "warehouse", "W_YTD is the sum of its D_YTD"),
  NEXT_ORDER(2, "district", "D_NEXT_O_ID - 1 is the highest O_ID, and NO_O_ID if there is any"),
  NEW_ORDERS_WITHOUT_GAP(3, "district", "its NO_O_ID are consecutive"),
  LINES_OF_DISTRICT(4, "district", "the sum of its O_OL_CNT is the number of its order lines"),
  CARRIER(5, "order", "O_CARRIER_ID is null if, and only if, it is in NEW-ORDER"),
  LINES_OF_ORDER(6, "order", "O_OL_CNT is the number of its lines"),
  DELIVERY_DATE(7, "order line", "OL_DELIVERY_D is null if, and only if, O_CARRIER_ID is"),
  WAREHOUSE_HISTORY(8, "warehouse", "W_YTD is the sum of H_AMOUNT"),
  DISTRICT_HISTORY(9, "district", "D_YTD is the sum of H_AMOUNT"),
  BALANCE(10, "customer", "C_BALANCE is the sum of delivered OL_AMOUNT less that of H_AMOUNT"),
  /** The specification's constant 2100 applies to a database without deliveries. */
  DELIVERED_ORDERS(
      11, "district", "orders less new orders are those delivered, by load or by Delivery"),
  BALANCE_AND_PAYMENTS(
      12, "customer", "C_BALANCE + C_YTD_PAYMENT is the sum of delivered OL_AMOUNT");

  private final int number;
  private final String row;
  private final String statement;

  Condition(int number, String row, String statement) {
    this.number = number;
    this.row = row;
    this.statement = statement;
  }

  /** Number in clause 3.3.2. */
  public int number() {
    return number;
  }

  /** Name of the checked rows. */
  public String row() {
    return row;
  }

  /** The statement that must hold. */
  public String statement() {
    return statement;
  }
}
