// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.hbase;

import java.util.List;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellComparatorImpl;

/** Stores of tables of users in this line of HBase. */
final class UserStores {
  /** The orders of their cells. */
  static final List<CellComparator> ORDERS = List.of(CellComparatorImpl.COMPARATOR);

  private UserStores() {}
}
