package io.lighter.testing.check;

import org.apache.hadoop.hbase.Cell;

/** A cell that nobody wrote. */
final class ForeignCellException extends Exception {
  private static final long serialVersionUID = 1L;

  ForeignCellException(Cell cell) {
    super(cell.toString());
  }
}
