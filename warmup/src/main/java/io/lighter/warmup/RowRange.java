// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.warmup;

import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.util.Bytes;

/** The rows from a first row up to a stop row, which is excluded. Immutable. */
public final class RowRange {
  /** The range of all rows. */
  public static final RowRange ALL = new RowRange(new byte[0], new byte[0]);

  private final byte[] start;
  private final byte[] stop;

  private RowRange(byte[] start, byte[] stop) {
    this.start = start;
    this.stop = stop;
  }

  /**
   * Creates a range.
   *
   * @param start first row; empty for the first of all rows
   * @param stop first row behind the range; empty if the range ends with the last of all rows
   */
  public static RowRange of(byte[] start, byte[] stop) {
    return new RowRange(start.clone(), stop.clone());
  }

  /** The range of a region's rows. */
  public static RowRange of(RegionInfo region) {
    return of(region.getStartKey(), region.getEndKey());
  }

  /** The rows that are in both ranges. */
  public RowRange and(RowRange other) {
    return new RowRange(
        Bytes.compareTo(start, other.start) >= 0 ? start : other.start,
        other.stop.length == 0 || (stop.length > 0 && Bytes.compareTo(stop, other.stop) <= 0)
            ? stop
            : other.stop);
  }

  public boolean isEmpty() {
    return isBefore(start);
  }

  /** Whether every row of the range is before {@code row}. */
  boolean isBefore(byte[] row) {
    return stop.length > 0 && Bytes.compareTo(row, stop) >= 0;
  }

  /** The first row, which must not be changed. */
  byte[] start() {
    return start;
  }

  /** The first row behind the range, which must not be changed. */
  byte[] stop() {
    return stop;
  }

  @Override
  public String toString() {
    return "[" + Bytes.toStringBinary(start) + ", " + Bytes.toStringBinary(stop) + ")";
  }
}
