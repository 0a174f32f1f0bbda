package io.lighter.tpcc.schema;

/**
 * The cardinalities of clause 1.2.1 and 4.3.3.1 that a smaller database may reduce. Each district
 * starts with one order and one history row for each of its customers.
 *
 * @param items in the one catalogue, and in the stock of each warehouse
 * @param districts of each warehouse
 * @param customers of each district
 * @param undelivered orders of each district at the start, the latest ones
 */
public record Scale(int items, int districts, int customers, int undelivered) {
  /** What the specification says. */
  public static final Scale SPEC = new Scale(100_000, 10, 3_000, 900);

  /** A hundredth of it, with all ten districts: for tests and first steps, not for figures. */
  public static final Scale REDUCED = new Scale(1_000, 10, 30, 9);

  /** The stock has information for so many districts. */
  public static final int MAX_DISTRICTS = 10;

  /** An initial or new order has 5 to 15 lines; this is their mean. */
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

  /** The orders that a carrier has from the start: those up to this number. */
  public int delivered() {
    return customers - undelivered;
  }

  /** The highest number of a last name that some customer is sure to have. */
  public int maxLastName() {
    return Math.min(LAST_NAMES, customers) - 1;
  }

  /** Rows of one warehouse in all tables and indexes; the number of order lines is random. */
  public long expectedRowsPerWarehouse() {
    long customersAndOrders = (long) districts * customers;
    // Customer, history, order and one index row each of customer and order.
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
