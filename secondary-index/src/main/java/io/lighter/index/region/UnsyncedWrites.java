// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.region;

import java.util.concurrent.atomic.AtomicIntegerArray;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Counts writes of rows that a crash may undo: {@code ASYNC_WAL}, {@code SKIP_WAL}. What is seen
 * after such a write says nothing of what is there after a crash, so a removal that was decided
 * before is dropped. Rows share counters; a wrong neighbour only costs a removal. Thread-safe.
 */
final class UnsyncedWrites {
  private static final int COUNTERS = 1 << 12;

  private final AtomicIntegerArray counters = new AtomicIntegerArray(COUNTERS);

  /** Counts a write, before it is visible. */
  void begin(byte[] row) {
    int unused = counters.incrementAndGet(slot(row));
  }

  /** A number that changes with each write of the row. */
  int count(byte[] row) {
    return counters.get(slot(row));
  }

  private static int slot(byte[] row) {
    int hash = Bytes.hashCode(row);
    return (hash ^ (hash >>> 16)) & (COUNTERS - 1);
  }
}
