package io.lighter.warmup;

import org.apache.hadoop.hbase.util.Bytes;

/**
 * The row key T up to which a store's new files are warm (paper, §5.4.2): a read that starts at or
 * below T uses the new files, one that starts above it the old ones.
 *
 * <p>T only grows. Thread-safe: one warm-up advances it under the monitor, any number of reads ask
 * without a lock.
 */
public final class WarmupThreshold {
  /** Null before the first row. Written under the monitor; the array itself is never written. */
  private volatile byte[] row;

  /** Every row is warm, whatever {@link #row} says. Written under the monitor. */
  private volatile boolean complete;

  /**
   * Moves T up to {@code newRow}; the caller has warmed all rows up to and including it.
   *
   * @param newRow copied
   * @throws IllegalArgumentException if T is beyond {@code newRow} already: moving back would send
   *     a reader to blocks that were evicted
   */
  public synchronized void advanceTo(byte[] newRow) {
    if (complete || (row != null && Bytes.compareTo(row, newRow) > 0)) {
      throw new IllegalArgumentException(
          "the threshold is beyond " + Bytes.toStringBinary(newRow) + " already");
    }
    row = newRow.clone();
  }

  /** Moves T past the last row: every read uses the new files from now on. */
  public synchronized void complete() {
    complete = true;
  }

  public boolean isComplete() {
    return complete;
  }

  /**
   * Whether a read that starts at {@code startRow} uses the new files.
   *
   * @param startRow empty for a scan from the table's first row
   */
  public boolean covers(byte[] startRow) {
    byte[] now = row;
    return complete || (now != null && Bytes.compareTo(startRow, now) <= 0);
  }

  @Override
  public String toString() {
    byte[] now = row;
    if (complete) {
      return "complete";
    }
    return now == null ? "before the first row" : Bytes.toStringBinary(now);
  }
}
