// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.structure;

/**
 * Sums over the stores of a table's regions on this region server. Immutable.
 *
 * @param stores stores with at least one file
 * @param runs sorted runs of all stores
 * @param mostRuns sorted runs of the store that has most
 * @param bytes bytes of all files that reads use
 * @param waitingBytes bytes of compacted files that are not archived yet
 * @param runBytes bytes of the largest sorted run of each store, a part of {@code bytes}
 */
record TableSums(
    int stores, int files, long runs, int mostRuns, long bytes, long waitingBytes, long runBytes) {
  static final TableSums NONE = new TableSums(0, 0, 0, 0, 0, 0, 0);

  private static final double UNKNOWN = -1;

  /** The sums of one store. */
  static TableSums of(StoreContents store) {
    if (store.files().isEmpty()) {
      return NONE;
    }
    SortedRuns sorted = SortedRuns.of(store.extents());
    return new TableSums(
        1,
        store.files().size(),
        sorted.count(),
        sorted.count(),
        store.bytes(),
        store.waitingBytes(),
        sorted.largestBytes());
  }

  /** The sums over the stores of both. */
  TableSums plus(TableSums other) {
    return new TableSums(
        stores + other.stores,
        files + other.files,
        runs + other.runs,
        Math.max(mostRuns, other.mostRuns),
        bytes + other.bytes,
        waitingBytes + other.waitingBytes,
        runBytes + other.runBytes);
  }

  /** Bytes outside of the largest sorted runs. */
  long unmergedBytes() {
    return bytes - runBytes;
  }

  /** Mean number of sorted runs of a store; -1 without stores. */
  double readAmplification() {
    return stores == 0 ? UNKNOWN : (double) runs / stores;
  }

  /** Bytes on disk per byte of the largest runs; -1 without them. */
  double spaceAmplification() {
    return runBytes == 0 ? UNKNOWN : (double) (bytes + waitingBytes) / runBytes;
  }

  /**
   * Bytes written per byte flushed; -1 if nothing was flushed.
   *
   * @param flushed bytes that flushes wrote, from 0
   * @param compacted bytes that compactions wrote, from 0
   */
  static double writeAmplification(long flushed, long compacted) {
    return flushed == 0 ? UNKNOWN : ((double) flushed + compacted) / flushed;
  }
}
