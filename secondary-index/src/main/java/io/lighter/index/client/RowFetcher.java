// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.client;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.client.Consistency;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;

/**
 * Reads the rows of a batch of entries in one call per region server. A get asks for what the
 * lookup wants and for the indexed columns. Confined to one lookup.
 *
 * <p>A filter that hides an indexed column makes a row look as if its entry were stale. So a row
 * that the filter has accepted and that seems to have no key in the range is read again without the
 * filter. If the row has a key in the range, both reads are repeated a few times, since the row may
 * have changed in between; then the lookup fails, because it would miss the row.
 */
final class RowFetcher {
  private static final int MOST_ATTEMPTS = 3;

  private final IndexReads reads;
  private final IndexedColumns columns;
  private final Lookup lookup;
  private final KeyWindow window;

  /**
   * What the fetch of one row came to.
   *
   * @param result the row; empty if it does not exist
   * @param filtered whether the lookup's filter has left the row out
   */
  record Outcome(Result result, boolean filtered) {}

  /** The outcomes of a batch. */
  static final class Fetched {
    private final Map<ByteBuffer, Outcome> outcomes = new HashMap<>();

    /** The outcome of a row, or null if the row was not asked for. */
    Outcome of(byte[] row) {
      return outcomes.get(ByteBuffer.wrap(row));
    }

    private void put(byte[] row, Outcome outcome) {
      outcomes.put(ByteBuffer.wrap(row), outcome);
    }
  }

  RowFetcher(IndexReads reads, IndexedColumns columns, Lookup lookup, KeyWindow window) {
    this.reads = reads;
    this.columns = columns;
    this.lookup = lookup;
    this.window = window;
  }

  /**
   * Reads rows.
   *
   * @param rows distinct rows, maybe none
   */
  CompletableFuture<Fetched> fetch(List<byte[]> rows) {
    return fetch(rows, new Fetched(), 1);
  }

  private CompletableFuture<Fetched> fetch(List<byte[]> rows, Fetched fetched, int attempt) {
    if (rows.isEmpty()) {
      return CompletableFuture.completedFuture(fetched);
    }
    return reads
        .rows(rows.stream().map(this::get).toList())
        .thenCompose(
            results -> {
              List<byte[]> doubtful = new ArrayList<>();
              for (int i = 0; i < rows.size(); i++) {
                Result result = results.get(i);
                boolean filters = lookup.filter().isPresent();
                if (filters && !result.isEmpty() && !isInRange(result)) {
                  doubtful.add(rows.get(i));
                }
                fetched.put(rows.get(i), new Outcome(result, filters && result.isEmpty()));
              }
              return doubtful.isEmpty()
                  ? CompletableFuture.completedFuture(fetched)
                  : settle(doubtful, fetched, attempt);
            });
  }

  /** Reads doubtful rows without the filter, and those with a key in the range again with it. */
  private CompletableFuture<Fetched> settle(List<byte[]> rows, Fetched fetched, int attempt) {
    return reads
        .rows(rows.stream().map(this::getOfKeys).toList())
        .thenCompose(
            results -> {
              List<byte[]> again = new ArrayList<>();
              for (int i = 0; i < rows.size(); i++) {
                if (isInRange(results.get(i))) {
                  again.add(rows.get(i));
                }
              }
              if (!again.isEmpty() && attempt == MOST_ATTEMPTS) {
                return CompletableFuture.failedFuture(hidesKeys(again.get(0)));
              }
              return fetch(again, fetched, attempt + 1);
            });
  }

  private DoNotRetryIOException hidesKeys(byte[] row) {
    return new DoNotRetryIOException(
        "%s: its filter %s hides the indexed columns of row %s; use a filter that keeps them"
            .formatted(lookup, lookup.filter().orElseThrow(), Lookup.text(row)));
  }

  private boolean isInRange(Result result) {
    return window.smallestOf(columns.keys(result)) != null;
  }

  private Get get(byte[] row) {
    Get get = new Get(row).setConsistency(Consistency.STRONG);
    if (!lookup.wantsWholeRows()) {
      lookup.addColumns(get);
      columns.addTo(get);
    }
    lookup.filter().ifPresent(get::setFilter);
    return get;
  }

  private Get getOfKeys(byte[] row) {
    Get get = new Get(row).setConsistency(Consistency.STRONG);
    columns.addTo(get);
    return get;
  }
}
