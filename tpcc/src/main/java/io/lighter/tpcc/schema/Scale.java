// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.tpcc.schema;

/**
 * The cardinalities of clause 1.2.1 and 4.3.3.1 that a smaller database may reduce. Each district
 * starts with one order and one history row for each of its customers.
 *
 * @param items items in the catalogue, and in the stock of each warehouse
 * @param districts districts of each warehouse
 * @param customers customers of each district
 * @param undelivered initial orders of each district that are undelivered, the latest ones
 */
public record Scale(int items, int districts, int customers, int undelivered) {
  /** The specification's cardinalities. */
  public static final Scale SPEC = new Scale(100_000, 10, 3_000, 900);

  /**
   * A hundredth of {@link #SPEC} with all ten districts, for tests and first steps, not for
   * figures.
   */
  public static final Scale REDUCED = new Scale(1_000, 10, 30, 9);

  /** Number of districts for which the stock has information. */
  public static final int MAX_DISTRICTS = 10;

  /** Mean number of lines of an initial or new order, which has 5 to 15. */
  private static final int MEAN_LINES = 10;

  private static final int LAST_NAMES = 1_000;

  public Scale {
    if (items < 1 || customers < 1 || undelivered < 1 || undelivered > customers) {
      throw new IllegalArgumentException("impossible cardinalities");
    }
    if (districts < 1 || districts > MAX_DISTRICTS) {
      throw new IllegalArgumentException(districts + " districts: expected 1 to " + MAX_DISTRICTS);
    }
  }

  /** The last order number that has a carrier from the start. */
  public int delivered() {
    return customers - undelivered;
  }

  /** The highest last-name number that is sure to have a customer. */
  public int maxLastName() {
    return Math.min(LAST_NAMES, customers) - 1;
  }

  /** Rows of one warehouse in all tables and indexes; the number of order lines is random. */
  public long expectedRowsPerWarehouse() {
    long customersAndOrders = (long) districts * customers;
    // One row per customer, history and order, and one index row per customer and order.
    return 1L
        + districts
        + items
        + customersAndOrders * (5 + MEAN_LINES)
        + districts * (long) undelivered;
  }

  @Override
  public String toString() {
    if (equals(SPEC)) {
      return "the specification's scale";
    }
    return "%d items, %d districts of %d customers, %d of their orders undelivered"
        .formatted(items, districts, customers, undelivered);
  }
}
