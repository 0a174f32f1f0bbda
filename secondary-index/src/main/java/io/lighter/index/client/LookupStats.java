// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.client;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** Counts of the lookups of one {@link AsyncIndexedTable} since it was opened. Thread-safe. */
public final class LookupStats {
  /**
   * The counts at one moment. They are read one after the other, so they may differ by the lookups
   * in progress.
   *
   * @param lookups lookups that have begun
   * @param completed lookups that have come to their end or to their limit
   * @param completedMillis time of the completed lookups together, in milliseconds; the time in
   *     which the caller handled rows counts
   * @param pagesRead calls to index tables
   * @param entriesRead entries that the calls returned
   * @param rowsReturned rows handed out
   * @param rowsMoved rows handed out whose key had changed within the range during the lookup
   * @param staleEntries entries whose row does not have their key; they were dropped
   * @param filteredRows rows that the lookup's filter left out, and stale entries that could not be
   *     told from them
   * @param repeatedRows entries of rows that the lookup had handed out before
   * @param repairsAsked stale entries that regions were asked to remove; whether they did, their
   *     metrics tell
   * @param repairsDropped stale entries that no region was asked to remove, since there were too
   *     many, or since the call failed
   */
  public record Counts(
      long lookups,
      long completed,
      long completedMillis,
      long pagesRead,
      long entriesRead,
      long rowsReturned,
      long rowsMoved,
      long staleEntries,
      long filteredRows,
      long repeatedRows,
      long repairsAsked,
      long repairsDropped) {}

  private final LongAdder lookups = new LongAdder();
  private final LongAdder completed = new LongAdder();
  private final LongAdder completedNanos = new LongAdder();
  private final LongAdder pagesRead = new LongAdder();
  private final LongAdder entriesRead = new LongAdder();
  private final LongAdder rowsReturned = new LongAdder();
  private final LongAdder rowsMoved = new LongAdder();
  private final LongAdder staleEntries = new LongAdder();
  private final LongAdder filteredRows = new LongAdder();
  private final LongAdder repeatedRows = new LongAdder();
  private final LongAdder repairsAsked = new LongAdder();
  private final LongAdder repairsDropped = new LongAdder();

  LookupStats() {}

  /** Reads the counts. */
  public Counts counts() {
    return new Counts(
        lookups.sum(),
        completed.sum(),
        TimeUnit.NANOSECONDS.toMillis(completedNanos.sum()),
        pagesRead.sum(),
        entriesRead.sum(),
        rowsReturned.sum(),
        rowsMoved.sum(),
        staleEntries.sum(),
        filteredRows.sum(),
        repeatedRows.sum(),
        repairsAsked.sum(),
        repairsDropped.sum());
  }

  void begun() {
    lookups.increment();
  }

  void completed(long nanos) {
    completed.increment();
    completedNanos.add(nanos);
  }

  void pageRead(int entries) {
    pagesRead.increment();
    entriesRead.add(entries);
  }

  void returned(boolean moved) {
    rowsReturned.increment();
    if (moved) {
      rowsMoved.increment();
    }
  }

  void stale() {
    staleEntries.increment();
  }

  void filtered() {
    filteredRows.increment();
  }

  void repeated() {
    repeatedRows.increment();
  }

  void repairsAsked(int entries) {
    repairsAsked.add(entries);
  }

  void repairsDropped(int entries) {
    repairsDropped.add(entries);
  }
}
