// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import org.apache.hadoop.hbase.Cell;

/** Thrown for a cell that the check has not written. */
final class ForeignCellException extends Exception {
  private static final long serialVersionUID = 1L;

  ForeignCellException(Cell cell) {
    super(cell.toString());
  }
}
