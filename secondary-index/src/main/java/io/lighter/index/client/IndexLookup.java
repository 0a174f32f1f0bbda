// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.client;

import io.lighter.index.spec.IndexSpec;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * One lookup, batch by batch. A batch goes through these steps; the next page of entries is fetched
 * during the steps 2 and 3.
 *
 * <ol>
 *   <li>Read entries of the range from the index table.
 *   <li>Read their rows from the data table, each row once.
 *   <li>Hand out the rows that have the key of their entry. The other entries are stale, and their
 *       removal is asked for in the background. A row that has another key in the range is put off,
 *       since the lookup may meet the entry of that key as well.
 *   <li>At the end of the range, read the rows again that were put off and not met since. Their
 *       entries were written to parts of the index that had been read before. Those with a key in
 *       the range are handed out, out of order.
 * </ol>
 *
 * <p>The protocol is that of SLIK (Kejriwal, dissertation, Stanford 2017, chapter 5), with two
 * differences: the recheck is by range instead of by entry, and rows that were handed out are
 * remembered. With the delay before region servers remove entries, a row that keeps a key in the
 * range throughout a lookup shorter than that delay is handed out exactly once.
 *
 * <p>Confined to one caller: the future of a batch has to be complete before the next batch is
 * asked for. Futures complete on threads of HBase's client, which callbacks must not block.
 */
public final class IndexLookup {
  /** Most rows that are fetched at a time, which bounds the memory of a lookup of large rows. */
  static final int MOST_ROWS_AT_A_TIME = 250;

  /** Most rows that are put off; further ones are handed out at once. */
  static final int MOST_PUT_OFF = 100_000;

  /** Opens the index of a lookup. */
  @FunctionalInterface
  interface Opener {
    /**
     * Opens the index for reading.
     *
     * @param stale what a lookup was refused with, so that it is not returned from a cache; null
     *     for the first attempt
     */
    CompletableFuture<OpenIndex> open(OpenIndex stale);
  }

  private final Lookup lookup;
  private final Opener opener;
  private final LookupStats stats;
  private final LongSupplier nanoClock;
  private final ReturnedRows returned;
  private final StaleEntries staleEntries;
  private final long startNanos;
  private final Deque<Entry> entries = new ArrayDeque<>();

  /** Rows that had another key in the range than their entry, and were not handed out since. */
  private final Set<ByteBuffer> putOff = new LinkedHashSet<>();

  /** The index and the parts that read it; null until it was opened. */
  private Pipeline pipeline;

  private long remaining;
  private boolean reopened;
  private boolean begun;
  private boolean ended;

  /** The parts of a lookup that depend on the index. */
  private record Pipeline(
      OpenIndex index, EntrySource source, RowFetcher fetcher, Recheck recheck) {
    static Pipeline of(OpenIndex index, Lookup lookup, LookupStats stats) {
      KeyWindow window = index.window(lookup.range());
      return new Pipeline(
          index,
          index.source(window, lookup, stats),
          new RowFetcher(index.reads(), index.columns(), lookup, window),
          new Recheck(index.columns(), window));
    }
  }

  IndexLookup(
      Lookup lookup,
      Opener opener,
      LookupStats stats,
      LongSupplier nanoClock,
      ReturnedRows returned,
      StaleEntries staleEntries) {
    this.lookup = lookup;
    this.opener = opener;
    this.stats = stats;
    this.nanoClock = nanoClock;
    this.returned = returned;
    this.staleEntries = staleEntries;
    this.startNanos = nanoClock.getAsLong();
    this.remaining = lookup.limit();
    stats.begun();
  }

  /**
   * Fetches more rows.
   *
   * @return the rows in index order, at most {@value #MOST_ROWS_AT_A_TIME}; empty at the end. It
   *     fails with {@link IndexNotReadyException} if the index may not be read, with {@link
   *     UnknownIndexException} if there is none, with {@link IllegalArgumentException} if the range
   *     does not suit the index, else with what HBase says
   */
  public CompletableFuture<List<IndexedRow>> nextBatch() {
    if (ended) {
      return CompletableFuture.completedFuture(List.of());
    }
    return opened().thenCompose(ignored -> batch()).exceptionallyCompose(this::recovered);
  }

  /**
   * The definition of the index, by which the encoded keys of rows can be read.
   *
   * @throws IllegalStateException before the first batch has come
   */
  public IndexSpec spec() {
    if (pipeline == null) {
      throw new IllegalStateException("no batch has come yet");
    }
    return pipeline.index().spec();
  }

  private CompletableFuture<Void> opened() {
    return pipeline != null
        ? CompletableFuture.completedFuture(null)
        : opener.open(null).thenAccept(index -> pipeline = Pipeline.of(index, lookup, stats));
  }

  /**
   * Begins anew, once, if the index table refused the first page: the index may have been dropped
   * and created again since it was opened.
   */
  private CompletableFuture<List<IndexedRow>> recovered(Throwable failure) {
    Throwable reason = Waiting.reason(failure);
    if (!(reason instanceof ReadGateClosedException)) {
      return CompletableFuture.failedFuture(reason);
    }
    OpenIndex refused = pipeline.index();
    return opener
        .open(refused)
        .thenCompose(
            index -> {
              if (begun || reopened || index.sameAs(refused)) {
                return CompletableFuture.failedFuture(
                    new IndexNotReadyException(
                        index.table(),
                        lookup.index(),
                        "its state changed during the lookup; look up again"));
              }
              reopened = true;
              pipeline = Pipeline.of(index, lookup, stats);
              return nextBatch();
            });
  }

  private CompletableFuture<List<IndexedRow>> batch() {
    if (remaining == 0) {
      return end();
    }
    if (entries.isEmpty()) {
      return pipeline
          .source()
          .next(remaining > lookup.pageSize())
          .thenCompose(
              page -> {
                begun = true;
                entries.addAll(page);
                return page.isEmpty() ? movedRows() : batch();
              });
    }
    List<Entry> taken = take();
    List<byte[]> rows = rowsToFetch(taken);
    return pipeline
        .fetcher()
        .fetch(rows)
        .thenCompose(
            fetched -> {
              List<IndexedRow> found = rechecked(taken, fetched);
              remaining -= found.size();
              return found.isEmpty() ? batch() : CompletableFuture.completedFuture(found);
            });
  }

  /** Reads the rows that were put off, at the end of the range. */
  private CompletableFuture<List<IndexedRow>> movedRows() {
    if (putOff.isEmpty()) {
      return end();
    }
    List<byte[]> rows = new ArrayList<>();
    Iterator<ByteBuffer> each = putOff.iterator();
    while (each.hasNext() && rows.size() < Math.min(MOST_ROWS_AT_A_TIME, remaining)) {
      rows.add(each.next().array());
      each.remove();
    }
    return pipeline
        .fetcher()
        .fetch(rows)
        .thenCompose(
            fetched -> {
              List<IndexedRow> found = new ArrayList<>();
              for (byte[] row : rows) {
                moved(fetched.of(row), found);
              }
              remaining -= found.size();
              return found.isEmpty() ? batch() : CompletableFuture.completedFuture(found);
            });
  }

  private void moved(RowFetcher.Outcome outcome, List<IndexedRow> found) {
    byte[] present = pipeline.recheck().smallestKey(outcome.result());
    if (outcome.filtered()) {
      stats.filtered();
    } else if (present != null) {
      handOut(new IndexedRow(present, outcome.result(), true), found);
    }
  }

  private CompletableFuture<List<IndexedRow>> end() {
    ended = true;
    stats.completed(nanoClock.getAsLong() - startNanos);
    return CompletableFuture.completedFuture(List.of());
  }

  private List<Entry> take() {
    long count = Math.min(Math.min(MOST_ROWS_AT_A_TIME, remaining), entries.size());
    List<Entry> taken = new ArrayList<>((int) count);
    for (long i = 0; i < count; i++) {
      taken.add(entries.remove());
    }
    return taken;
  }

  /** The rows of entries that the lookup has not handed out, each once. */
  private List<byte[]> rowsToFetch(List<Entry> taken) {
    Set<ByteBuffer> distinct = new LinkedHashSet<>();
    for (Entry entry : taken) {
      if (!returned.contains(entry.row())) {
        distinct.add(ByteBuffer.wrap(entry.row()));
      }
    }
    return distinct.stream().map(ByteBuffer::array).toList();
  }

  private List<IndexedRow> rechecked(List<Entry> taken, RowFetcher.Fetched fetched) {
    List<IndexedRow> found = new ArrayList<>();
    List<Entry> stale = new ArrayList<>();
    for (Entry entry : taken) {
      RowFetcher.Outcome outcome = fetched.of(entry.row());
      if (outcome == null || returned.contains(entry.row())) {
        stats.repeated();
      } else if (outcome.filtered()) {
        stats.filtered();
      } else if (!pipeline.recheck().hasKey(entry, outcome.result())) {
        stale.add(entry);
        stale(entry, outcome, found);
      } else if (returned.isFull() && !isSmallest(entry, outcome)) {
        stats.repeated(); // a full memory cannot tell, so such a row comes at its smallest key
      } else {
        handOut(new IndexedRow(entry.key(), outcome.result(), false), found);
      }
    }
    if (!stale.isEmpty()) {
      staleEntries.met(pipeline.index(), stale);
    }
    return found;
  }

  private void stale(Entry entry, RowFetcher.Outcome outcome, List<IndexedRow> found) {
    stats.stale();
    if (putOff.size() == MOST_PUT_OFF) {
      moved(outcome, found);
    } else if (pipeline.recheck().smallestKey(outcome.result()) != null) {
      putOff.add(ByteBuffer.wrap(entry.row()));
    }
  }

  private boolean isSmallest(Entry entry, RowFetcher.Outcome outcome) {
    return Bytes.equals(entry.key(), pipeline.recheck().smallestKey(outcome.result()));
  }

  private void handOut(IndexedRow row, List<IndexedRow> found) {
    boolean unused = returned.add(row.row());
    putOff.remove(ByteBuffer.wrap(row.row()));
    stats.returned(row.moved());
    found.add(row);
  }
}
