// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.tpcc.schema;

/**
 * The description of a database, written before anything else and never changed.
 *
 * @param warehouses number of warehouses, which are numbered from 1
 * @param scale cardinalities of each warehouse
 * @param seed seed of the generator, so that an interrupted load continues with the same rows
 * @param lastNameConstant the C of clause 2.1.6 for last names
 * @param createdMillis start of the load; the date of the initial rows
 */
public record Database(
    int warehouses, Scale scale, long seed, int lastNameConstant, long createdMillis) {
  /** Limit for region servers; keys have room for all warehouses. */
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
