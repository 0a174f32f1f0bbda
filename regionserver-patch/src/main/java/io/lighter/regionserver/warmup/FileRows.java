// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.warmup;

import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.util.Bytes;

/** Compares the rows of a file with those of a read. Stateless. */
final class FileRows {
  private FileRows() {}

  /**
   * Whether a file may have a cell that a read from one row to another finds, both rows inclusive.
   * True if an end of the read is open, a zero-length row: the other end does not tell the
   * direction. True for a file without a first or last key, and for one whose rows are out of
   * order.
   *
   * @param file file whose reader was opened
   * @param startRow behind {@code stopRow} in a reversed read
   */
  static boolean mayHave(HStoreFile file, byte[] startRow, byte[] stopRow) {
    Optional<Cell> first = file.getFirstKey();
    Optional<Cell> last = file.getLastKey();
    if (startRow.length == 0
        || stopRow.length == 0
        || first.isEmpty()
        || last.isEmpty()
        || CellComparator.getInstance().compareRows(first.get(), last.get()) > 0) {
      return true;
    }
    boolean reversed = Bytes.compareTo(startRow, stopRow) > 0;
    byte[] low = reversed ? stopRow : startRow;
    byte[] high = reversed ? startRow : stopRow;
    return compare(first.get(), high) <= 0 && compare(last.get(), low) >= 0;
  }

  private static int compare(Cell cell, byte[] row) {
    return Bytes.compareTo(
        cell.getRowArray(), cell.getRowOffset(), cell.getRowLength(), row, 0, row.length);
  }
}
