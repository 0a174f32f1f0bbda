// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.tpcc.check;

import io.lighter.tpcc.schema.Columns;
import io.lighter.tpcc.schema.Keys;
import io.lighter.tpcc.schema.Order;
import io.lighter.tpcc.schema.OrderLine;
import java.io.IOException;
import org.apache.hadoop.hbase.client.Result;

/**
 * Reads the orders, new orders and order lines of a district side by side, checks each order, and
 * computes the sums for conditions on the district. An order or line that has lost its content
 * counts as missing, so its conditions fail. Not thread-safe.
 */
final class DistrictOrders {
  private final Findings findings;
  private final String district;

  /** Sum of delivered OL_AMOUNT by customer; index 0 is for missing customers. */
  private final long[] delivered;

  private long orders;
  private int lastOrder;
  private long newOrders;
  private int firstNewOrder;
  private int lastNewOrder;
  private long expectedLines;
  private long lines;

  /**
   * Creates a reader.
   *
   * @param district name in messages
   */
  DistrictOrders(Findings findings, String district, int customers) {
    this.findings = findings;
    this.district = district;
    this.delivered = new long[customers + 1];
  }

  /** Reads all three cursors to their ends. */
  void read(RowCursor orderRows, RowCursor newOrderRows, RowCursor lineRows) throws IOException {
    while (!orderRows.atEnd() || !newOrderRows.atEnd() || !lineRows.atEnd()) {
      int number = Math.min(orderRows.number(), Math.min(newOrderRows.number(), lineRows.number()));
      boolean isNew = newOrderRows.number() == number;
      if (isNew) {
        countNewOrder(number);
        newOrderRows.advance();
      }
      if (orderRows.number() == number) {
        checkOrder(number, orderRows.row(), isNew, lineRows);
        orderRows.advance();
      } else {
        checkWithoutOrder(number, isNew, lineRows);
      }
    }
  }

  private void countNewOrder(int number) {
    if (newOrders == 0) {
      firstNewOrder = number;
    }
    lastNewOrder = number;
    newOrders++;
  }

  private void checkOrder(int number, Result row, boolean isNew, RowCursor lineRows)
      throws IOException {
    byte[] packed = row.getValue(Columns.FAMILY, Columns.PACKED);
    if (packed == null) {
      checkWithoutOrder(number, isNew, lineRows);
      return;
    }
    Order order = Order.unpack(packed);
    int customer = customerOf(number, order);
    boolean hasCarrier = row.containsColumn(Columns.FAMILY, Columns.CARRIER);
    orders++;
    lastOrder = number;
    expectedLines += order.lines();
    findings.check(
        Condition.CARRIER,
        hasCarrier != isNew,
        () ->
            "%s, order %d: %s a carrier, and %s in NEW-ORDER"
                .formatted(
                    district, number, hasCarrier ? "has" : "has not", isNew ? "is" : "is not"));
    int found = 0;
    for (; lineRows.number() == number; lineRows.advance()) {
      if (checkLine(number, customer, hasCarrier, lineRows.row())) {
        found++;
      }
    }
    lines += found;
    int count = found;
    findings.check(
        Condition.LINES_OF_ORDER,
        count == order.lines(),
        () ->
            "%s, order %d: O_OL_CNT %d, %d lines"
                .formatted(district, number, order.lines(), count));
  }

  /** Customer of the order; 0 if no order has this number. */
  private int customerOf(int number, Order order) {
    int customer = order.customer();
    if (customer >= 1 && customer < delivered.length) {
      return customer;
    }
    findings.check(
        Condition.BALANCE,
        false,
        () -> "%s, order %d: there is no customer %d".formatted(district, number, customer));
    return 0;
  }

  /** Whether the line's cells match the order. */
  private boolean checkLine(int number, int customer, boolean hasCarrier, Result row) {
    boolean hasDate = row.containsColumn(Columns.FAMILY, Columns.DELIVERY_DATE);
    findings.check(
        Condition.DELIVERY_DATE,
        hasDate == hasCarrier,
        () ->
            "%s, order %d, line %d: the line %s delivered, the order %s"
                .formatted(
                    district,
                    number,
                    Keys.lineOf(row.getRow()),
                    hasDate ? "is" : "is not",
                    hasCarrier ? "is" : "is not"));
    byte[] packed = row.getValue(Columns.FAMILY, Columns.PACKED);
    if (packed == null) {
      return false;
    }
    if (hasDate) {
      delivered[customer] += OrderLine.unpack(packed).amount();
    }
    return true;
  }

  private void checkWithoutOrder(int number, boolean isNew, RowCursor lineRows) throws IOException {
    if (isNew) {
      findings.check(
          Condition.CARRIER,
          false,
          () -> "%s: %d is in NEW-ORDER, but there is no such order".formatted(district, number));
    }
    for (; lineRows.number() == number; lineRows.advance()) {
      lines++;
      findings.check(
          Condition.DELIVERY_DATE,
          false,
          () -> "%s: there are lines of %d, but no such order".formatted(district, number));
    }
  }

  long orders() {
    return orders;
  }

  int lastOrder() {
    return lastOrder;
  }

  long newOrders() {
    return newOrders;
  }

  int firstNewOrder() {
    return firstNewOrder;
  }

  int lastNewOrder() {
    return lastNewOrder;
  }

  /** The sum of O_OL_CNT. */
  long expectedLines() {
    return expectedLines;
  }

  long lines() {
    return lines;
  }

  /** Delivered amount in cents. */
  long delivered(int customer) {
    return delivered[customer];
  }
}
