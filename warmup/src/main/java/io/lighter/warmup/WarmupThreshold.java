// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.warmup;

import org.apache.hadoop.hbase.util.Bytes;

/**
 * The row key T up to which the output files of a compaction are warm (paper, §5.4.2). A read that
 * starts at or below T uses the output files, and a read that starts above T uses the input files
 * ({@link Routing}).
 *
 * <p>The class stores the first row that may be cold, which an index tells without decoding cells.
 * T is the last row before it. T only grows.
 *
 * <p>Thread-safe: one warm-up advances T under the monitor, and any number of reads compare their
 * first row with T without a lock.
 */
public final class WarmupThreshold {
  /** First cold row; null at the start. Written under the monitor; the array never changes. */
  private volatile byte[] endRow;

  /** Whether every row is warm, whatever {@link #endRow} is. Written under the monitor. */
  private volatile boolean complete;

  /**
   * Moves T up to the last row before {@code newEndRow}, after the caller has warmed all rows up to
   * there. Does nothing after {@link #complete}, since a warm-up is stopped without waiting for its
   * thread.
   *
   * @param newEndRow first row that may be cold; copied
   * @throws IllegalArgumentException if T is already beyond that row: a step back would send reads
   *     to blocks that have been evicted
   */
  public synchronized void advanceBefore(byte[] newEndRow) {
    if (complete) {
      return;
    }
    if (endRow != null && Bytes.compareTo(endRow, newEndRow) > 0) {
      throw new IllegalArgumentException(
          "the threshold is beyond " + Bytes.toStringBinary(newEndRow) + " already");
    }
    endRow = newEndRow.clone();
  }

  /** Moves T past the last row: every read uses the output files from now on. Idempotent. */
  public synchronized void complete() {
    complete = true;
  }

  public boolean isComplete() {
    return complete;
  }

  /**
   * Whether a read that starts at {@code startRow} uses the output files.
   *
   * @param startRow empty for a scan from the table's first row, and for a reversed scan from its
   *     last row; HBase does not say which of the two it is
   */
  public boolean covers(byte[] startRow) {
    byte[] end = endRow;
    return complete || (end != null && Bytes.compareTo(startRow, end) < 0);
  }

  @Override
  public String toString() {
    byte[] end = endRow;
    if (complete) {
      return "complete";
    }
    return end == null ? "before the first row" : "before " + Bytes.toStringBinary(end);
  }
}
