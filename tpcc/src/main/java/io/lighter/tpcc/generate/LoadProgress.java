package io.lighter.tpcc.generate;

/**
 * How far a load is.
 *
 * @param rows stored by this load
 * @param expectedRows about as many as this load has to store
 * @param warehouses loaded, by this load or one before it
 * @param allWarehouses of the database
 */
public record LoadProgress(long rows, long expectedRows, int warehouses, int allWarehouses) {
  /** 100 only when all is done: the number of rows is an estimate. */
  public int percent() {
    if (warehouses == allWarehouses) {
      return 100;
    }
    return (int) Math.min(99, 100 * rows / Math.max(1, expectedRows));
  }
}
