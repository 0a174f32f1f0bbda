package io.lighter.benchmarks.demo;

import java.util.Arrays;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Result;

/** Tells whether what a reader got is what was written. Stateless. */
final class ReadCheck {
  private ReadCheck() {}

  /**
   * What is wrong with a row; empty if nothing.
   *
   * @param row as a number
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
