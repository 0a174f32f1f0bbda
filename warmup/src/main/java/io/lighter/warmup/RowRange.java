package io.lighter.warmup;

import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.util.Bytes;

/** Rows from a first one to before a last one. Immutable. */
public final class RowRange {
  /** Every row. */
  public static final RowRange ALL = new RowRange(new byte[0], new byte[0]);

  private final byte[] start;
  private final byte[] stop;

  private RowRange(byte[] start, byte[] stop) {
    this.start = start;
    this.stop = stop;
  }

  /**
   * A range.
   *
   * @param start first row; empty for the first of all
   * @param stop first row behind the range; empty if it ends with the last of all
   */
  public static RowRange of(byte[] start, byte[] stop) {
    return new RowRange(start.clone(), stop.clone());
  }

  /** The rows of a region. */
  public static RowRange of(RegionInfo region) {
    return of(region.getStartKey(), region.getEndKey());
  }

  /** The rows that are in both. */
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

  /** Not to be changed. */
  byte[] start() {
    return start;
  }

  /** Not to be changed. */
  byte[] stop() {
    return stop;
  }

  @Override
  public String toString() {
    return "[" + Bytes.toStringBinary(start) + ", " + Bytes.toStringBinary(stop) + ")";
  }
}
