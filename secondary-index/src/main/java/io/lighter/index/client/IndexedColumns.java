// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.client;

import java.util.NavigableSet;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;

/** The columns of which an index makes its keys. */
interface IndexedColumns {
  /** Adds the columns to a get that asks for certain columns. */
  void addTo(Get get);

  /**
   * The keys of a row, encoded, in order.
   *
   * @param row the newest visible cells; empty for a row that does not exist
   */
  NavigableSet<byte[]> keys(Result row);
}
