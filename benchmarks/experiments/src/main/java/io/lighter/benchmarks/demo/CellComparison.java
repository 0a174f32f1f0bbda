// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import java.util.Iterator;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.CellUtil;

/**
 * Compares two sorted streams of cells by row, column, timestamp, type and value. Not thread-safe.
 */
final class CellComparison {
  private static final CellComparator KEYS = CellComparator.getInstance();

  private final Consumer<String> mismatchListener;
  private long verified;
  private long mismatches;

  /**
   * Creates an empty comparison.
   *
   * @param mismatchListener receives a description of each mismatch
   */
  CellComparison(Consumer<String> mismatchListener) {
    this.mismatchListener = mismatchListener;
  }

  /** Compares both streams to their ends. */
  void compare(Iterator<? extends Cell> expected, Iterator<? extends Cell> actual) {
    Cell left = next(expected);
    Cell right = next(actual);
    while (left != null || right != null) {
      int order = order(left, right);
      if (order < 0) {
        mismatch("missing: " + left);
      } else if (order > 0) {
        mismatch("not expected: " + right);
      } else if (!CellUtil.matchingValue(left, right)) {
        mismatch("another value: " + left);
      }
      verified++;
      left = order <= 0 ? next(expected) : left;
      right = order >= 0 ? next(actual) : right;
    }
  }

  /** Number of compared cells; a pair counts once. */
  long verified() {
    return verified;
  }

  /** Number of missing, additional and different cells. */
  long mismatches() {
    return mismatches;
  }

  private void mismatch(String what) {
    mismatches++;
    mismatchListener.accept(what);
  }

  private static int order(Cell left, Cell right) {
    if (left == null) {
      return 1;
    }
    return right == null ? -1 : KEYS.compare(left, right, true);
  }

  private static Cell next(Iterator<? extends Cell> cells) {
    return cells.hasNext() ? cells.next() : null;
  }
}
