// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.range;

import org.apache.hadoop.hbase.util.Bytes;

/**
 * Rows from {@link #from}, inclusive, to {@link #to}, exclusive. A zero-length row stands for the
 * open end.
 *
 * <p>Immutable; callers do not change the arrays that they pass or get.
 */
public final class KeyRange {
  /** The open end of a range, as in HBase's stripes. */
  public static final byte[] OPEN = new byte[0];

  /** All rows. */
  public static final KeyRange ALL = new KeyRange(OPEN, OPEN);

  private final byte[] from;
  private final byte[] to;

  /**
   * Creates a range.
   *
   * @throws IllegalArgumentException if no row can be in the range
   */
  public KeyRange(byte[] from, byte[] to) {
    if (to.length > 0 && Bytes.compareTo(from, to) >= 0) {
      throw new IllegalArgumentException(
          "no row from %s to %s".formatted(Bytes.toStringBinary(from), Bytes.toStringBinary(to)));
    }
    this.from = from;
    this.to = to;
  }

  /** Returns the first row; zero-length if open. */
  public byte[] from() {
    return from;
  }

  /** Returns the row after the last one; zero-length if open. */
  public byte[] to() {
    return to;
  }

  /** Tells whether the range has {@code row}. */
  public boolean contains(byte[] row) {
    return Bytes.compareTo(from, row) <= 0 && (to.length == 0 || Bytes.compareTo(row, to) < 0);
  }

  /** Tells whether the file has a cell and all its rows are known to be in the range. */
  boolean contains(RangeFile file) {
    return !file.isEmpty()
        && !file.isRowsUnknown()
        && contains(file.first())
        && contains(file.last());
  }

  /** Tells whether the rows of the file, from first to last, overlap the range. */
  boolean overlaps(RangeFile file) {
    return file.isRowsUnknown()
        || (!file.isEmpty()
            && Bytes.compareTo(from, file.last()) <= 0
            && (to.length == 0 || Bytes.compareTo(file.first(), to) < 0));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof KeyRange range
        && Bytes.equals(from, range.from)
        && Bytes.equals(to, range.to);
  }

  @Override
  public int hashCode() {
    return 31 * Bytes.hashCode(from) + Bytes.hashCode(to);
  }

  @Override
  public String toString() {
    return "[%s, %s)".formatted(Bytes.toStringBinary(from), Bytes.toStringBinary(to));
  }
}
