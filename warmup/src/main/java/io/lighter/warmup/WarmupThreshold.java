package io.lighter.warmup;

import org.apache.hadoop.hbase.util.Bytes;

/**
 * The row key T up to which a store's new files are warm (paper, §5.4.2): a read that starts at or
 * below T uses the new files, one that starts above it the old ones.
 *
 * <p>T itself is not kept, but the first row that is not warm for sure: it is what a file's index
 * knows without decoding cells, and T is the last row before it. T only grows. Thread-safe: one
 * warm-up advances it under the monitor, any number of reads ask without a lock.
 */
public final class WarmupThreshold {
  /** Null before the first advance. Written under the monitor; the array itself never. */
  private volatile byte[] endRow;

  /** Every row is warm, whatever {@link #endRow} says. Written under the monitor. */
  private volatile boolean complete;

  /**
   * Moves T up to the last row before {@code newEndRow}; the caller has warmed all those rows.
   * After {@link #complete} nothing moves: who stops a warm-up does not wait for the thread that
   * warms.
   *
   * @param newEndRow copied
   * @throws IllegalArgumentException if T is beyond that already: moving back would send a reader
   *     to blocks that were evicted
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

  /** Moves T past the last row: every read uses the new files from now on. Idempotent. */
  public synchronized void complete() {
    complete = true;
  }

  public boolean isComplete() {
    return complete;
  }

  /**
   * Whether a read that starts at {@code startRow} uses the new files.
   *
   * @param startRow empty for a scan from the table's first row, or backwards from its last one:
   *     HBase does not tell which when it asks for files
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
