// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.tpcc.schema;

import java.util.Locale;

/** The tables of a database. */
public enum TpccTable {
  /** The description of the database and the progress of its load; not part of TPC-C. */
  META(Split.NONE),
  WAREHOUSE(Split.BY_WAREHOUSE),
  DISTRICT(Split.BY_WAREHOUSE),
  CUSTOMER(Split.BY_WAREHOUSE),
  /** Index: customers of a district by last and first name. */
  CUSTOMER_NAME(Split.BY_WAREHOUSE),
  HISTORY(Split.BY_WAREHOUSE),
  NEW_ORDER(Split.BY_WAREHOUSE),
  ORDERS(Split.BY_WAREHOUSE),
  /** Index: orders of a customer, the latest first. */
  CUSTOMER_ORDER(Split.BY_WAREHOUSE),
  ORDER_LINE(Split.BY_WAREHOUSE),
  ITEM(Split.BY_ITEM),
  STOCK(Split.BY_WAREHOUSE);

  /** Positions of a new table's region boundaries. */
  public enum Split {
    /** A single region. */
    NONE,
    /** Boundaries at warehouses, so that no warehouse is in two regions. */
    BY_WAREHOUSE,
    /** Boundaries at items, because every New-Order of every warehouse reads items. */
    BY_ITEM
  }

  private final Split split;

  TpccTable(Split split) {
    this.split = split;
  }

  Split split() {
    return split;
  }

  /** Name without the prefix. */
  String suffix() {
    return name().toLowerCase(Locale.ROOT);
  }
}
