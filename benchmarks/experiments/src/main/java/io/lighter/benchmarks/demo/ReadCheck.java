// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import java.util.Arrays;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Result;

/** Compares the result of a read with the written rows. Stateless. */
final class ReadCheck {
  private ReadCheck() {}

  /**
   * The problem of a row; empty if there is none.
   *
   * @param row number of the row
   * @param complete whether all rounds are written, so that the newest version is known
   */
  static Optional<String> problem(int row, Result result, boolean complete) {
    if (result.isEmpty()) {
      return complete ? Optional.of("row " + row + " is lost") : Optional.empty();
    }
    for (Cell cell : result.rawCells()) {
      byte[] column = CellUtil.cloneQualifier(cell);
      byte[] expected = RowHistory.value(row, column, cell.getTimestamp());
      if (!Arrays.equals(expected, CellUtil.cloneValue(cell))) {
        return Optional.of("row " + row + ": not the value that was written: " + cell);
      }
    }
    if (!complete) {
      return Optional.empty();
    }
    Cell newest = result.getColumnLatestCell(RowHistory.FAMILY, RowHistory.COLUMN_C);
    if (newest == null) {
      return Optional.of("row " + row + ": its newest version is lost");
    }
    return newest.getTimestamp() == RowHistory.newest(row)
        ? Optional.empty()
        : Optional.of("row " + row + ": not the newest version: " + newest);
  }
}
