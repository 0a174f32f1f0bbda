// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.client;

import io.lighter.index.spec.ColumnValues;
import io.lighter.index.spec.IndexSpec;
import io.lighter.index.spec.IndexedColumn;
import io.lighter.index.spec.KeyExtractor;
import java.util.NavigableSet;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;

/** The indexed columns by an index's definition. Immutable. */
final class SpecColumns implements IndexedColumns {
  private final KeyExtractor keys;

  SpecColumns(IndexSpec spec) {
    this.keys = spec.keys();
  }

  @Override
  public void addTo(Get get) {
    byte[] family = keys.family();
    if (Lookup.hasWholeFamily(get, family)) { // a column would narrow it
      return;
    }
    if (keys.columnPrefix().isPresent()) {
      get.addFamily(family);
    } else {
      for (IndexedColumn column : keys.columns()) {
        get.addColumn(family, column.qualifier());
      }
    }
  }

  @Override
  public NavigableSet<byte[]> keys(Result row) {
    return row.isEmpty()
        ? KeyExtractor.noKeys()
        : keys.keys(ColumnValues.of(row.listCells(), keys.family()));
  }
}
