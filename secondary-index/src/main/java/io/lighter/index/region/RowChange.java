// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.region;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.PrivateCellUtil;

/** What the operations of one batch do to one row. Confined to the handler of the batch. */
final class RowChange {
  private final byte[] row;
  private final List<Cell> puts = new ArrayList<>();
  private final List<Cell> exactDeletes = new ArrayList<>();

  /** Whether every operation of the row is synced to the WAL before its commit. */
  private boolean synced = true;

  RowChange(byte[] row) {
    this.row = row;
  }

  /** Adds a cell that is about to be written, with its final timestamp. */
  void add(Cell cell) {
    if (CellUtil.isPut(cell)) {
      puts.add(cell);
    } else if (PrivateCellUtil.isDeleteType(cell) || PrivateCellUtil.isDeleteFamilyVersion(cell)) {
      exactDeletes.add(cell);
    }
  }

  void unsynced() {
    synced = false;
  }

  byte[] row() {
    return row;
  }

  List<Cell> puts() {
    return puts;
  }

  boolean synced() {
    return synced;
  }

  /** Whether the row loses exact versions in a family. */
  boolean deletesVersionsOf(byte[] family) {
    return exactDeletes.stream().anyMatch(marker -> CellUtil.matchingFamily(marker, family));
  }

  /** Whether the batch deletes exactly this cell of the row. */
  boolean deletes(Cell put) {
    return exactDeletes.stream()
        .anyMatch(
            marker ->
                marker.getTimestamp() == put.getTimestamp()
                    && CellUtil.matchingFamily(marker, put)
                    && (PrivateCellUtil.isDeleteFamilyVersion(marker)
                        || CellUtil.matchingQualifier(marker, put)));
  }
}
