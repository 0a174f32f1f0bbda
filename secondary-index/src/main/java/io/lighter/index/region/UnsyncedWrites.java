// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.region;

import java.util.concurrent.atomic.AtomicLongArray;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Notes writes of rows that a crash may undo: {@code ASYNC_WAL}, {@code SKIP_WAL}. What is seen
 * after such a write says nothing of what is there after a crash, so a removal that was decided
 * before is dropped. Rows share slots; a wrong neighbour only costs a removal. Thread-safe.
 */
final class UnsyncedWrites {
  private static final int SLOTS = 1 << 12;

  /** The highest stamp of an unsynced write; 0: there was none. */
  private final AtomicLongArray stamps = new AtomicLongArray(SLOTS);

  /**
   * Notes a write, before it is visible.
   *
   * @param stamp its stamp, 1 or more
   */
  void begin(byte[] row, long stamp) {
    long unused = stamps.accumulateAndGet(slot(row), stamp, Math::max);
  }

  /** Whether the row had such a write since the region was opened here. */
  boolean any(byte[] row) {
    return anyAbove(row, 0);
  }

  /** Whether the row had such a write with a stamp above this one. */
  boolean anyAbove(byte[] row, long stamp) {
    return stamps.get(slot(row)) > stamp;
  }

  private static int slot(byte[] row) {
    int hash = Bytes.hashCode(row);
    return (hash ^ (hash >>> 16)) & (SLOTS - 1);
  }
}
