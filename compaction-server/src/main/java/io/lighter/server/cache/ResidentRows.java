// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.cache;

import io.lighter.common.protocol.LighterProtos.ResidentMap;
import io.lighter.common.protocol.LighterProtos.SubmitRequest;
import java.util.Arrays;
import org.apache.hadoop.hbase.util.Bytes;

/** The rows whose data blocks are retained: all, or those of a request's map. Immutable. */
public final class ResidentRows {
  /** All rows: a request without a map. */
  public static final ResidentRows ALL = new ResidentRows(new byte[][] {{}}, new byte[][] {null});

  /** Bound on the size of a map. A region server sends less than a tenth. */
  static final int MOST_BYTES = 1 << 20;

  private final byte[][] from;

  /** First rows behind the ranges; null: the range does not end. */
  private final byte[][] to;

  private ResidentRows(byte[][] from, byte[][] to) {
    this.from = from;
    this.to = to;
  }

  /**
   * The rows of a request.
   *
   * @throws IllegalArgumentException if the request's map is too large, or its ranges are empty or
   *     not ascending
   */
  public static ResidentRows of(SubmitRequest request) {
    if (!request.hasResident()) {
      return ALL;
    }
    ResidentMap map = request.getResident();
    require(
        map.getSerializedSize() <= MOST_BYTES,
        map.getSerializedSize() + " bytes: expected " + MOST_BYTES + " at the most");
    require(
        map.getCachedBytes() >= 0 && map.getCoveredBytes() >= 0,
        "bytes below zero: expected zero or more");
    byte[][] from = new byte[map.getRangeCount()][];
    byte[][] to = new byte[map.getRangeCount()][];
    for (int i = 0; i < from.length; i++) {
      from[i] = map.getRange(i).getFrom().toByteArray();
      to[i] = map.getRange(i).getTo().toByteArray();
      require(Bytes.compareTo(from[i], to[i]) < 0, "range " + i + " is empty: expected from < to");
      require(
          i == 0 || Bytes.compareTo(to[i - 1], from[i]) <= 0,
          "range " + i + " starts before the end of the last one: expected ascending ranges");
    }
    return new ResidentRows(from, to);
  }

  private static void require(boolean condition, String otherwise) {
    if (!condition) {
      throw new IllegalArgumentException(otherwise);
    }
  }

  /** Whether these are all rows. */
  boolean isAll() {
    return this == ALL;
  }

  /**
   * Whether a block may have one of the rows.
   *
   * @param first row of the block's first cell
   * @param next row of the next block's first cell, which may be in this block, too; null for the
   *     last block of a file
   */
  boolean touch(byte[] first, byte[] next) {
    int last = next == null ? from.length - 1 : lastFrom(next);
    return last >= 0 && (to[last] == null || Bytes.compareTo(first, to[last]) < 0);
  }

  /** Position of the last range that starts at {@code row} or before; -1 if there is none. */
  private int lastFrom(byte[] row) {
    int found = Arrays.binarySearch(from, row, Bytes.BYTES_COMPARATOR);
    return found >= 0 ? found : -found - 2;
  }
}
