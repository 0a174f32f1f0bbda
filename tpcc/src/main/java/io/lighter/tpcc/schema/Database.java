package io.lighter.tpcc.schema;

/**
 * What a database says about itself; written before anything else, and never changed.
 *
 * @param warehouses numbered from 1
 * @param scale of each of them
 * @param seed of the generator: a load that is interrupted goes on with the same rows
 * @param lastNameConstant the C of clause 2.1.6 with which last names were given
 * @param createdMillis when the load began; the date of the initial rows
 */
public record Database(
    int warehouses, Scale scale, long seed, int lastNameConstant, long createdMillis) {
  /** A region server has seen no more, and a key has room for all of them. */
  public static final int MAX_WAREHOUSES = 100_000;

  public Database {
    if (warehouses < 1 || warehouses > MAX_WAREHOUSES) {
      throw new IllegalArgumentException(
          "%d warehouses: expected 1 to %d".formatted(warehouses, MAX_WAREHOUSES));
    }
  }

  /** One terminal for each district, as clause 4.2.1 configures a warehouse. */
  public int terminals() {
    return warehouses * scale.districts();
  }
}
