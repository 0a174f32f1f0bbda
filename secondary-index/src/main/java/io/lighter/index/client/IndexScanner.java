// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.client;

import io.lighter.index.spec.IndexSpec;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.CompletableFuture;

/**
 * The rows of a lookup for a caller that waits. While the caller handles a batch of rows, the next
 * one is fetched. Confined to a thread.
 */
public final class IndexScanner implements Iterable<IndexedRow>, Closeable {
  private final IndexLookup lookup;
  private final Deque<IndexedRow> rows = new ArrayDeque<>();

  /** The batch that is being fetched; null before the first call and after the end. */
  private CompletableFuture<List<IndexedRow>> ahead;

  private boolean ended;

  IndexScanner(IndexLookup lookup) {
    this.lookup = lookup;
    this.ahead = lookup.nextBatch();
  }

  /**
   * Waits for the next row.
   *
   * @return the row, or null at the end
   * @throws IndexNotReadyException if the index may not be read
   * @throws UnknownIndexException if there is no such index
   * @throws IOException if a table cannot be read
   */
  public IndexedRow next() throws IOException {
    if (rows.isEmpty() && !ended) {
      List<IndexedRow> batch = Waiting.await(ahead);
      rows.addAll(batch);
      ended = batch.isEmpty();
      ahead = ended ? null : lookup.nextBatch();
    }
    return rows.poll();
  }

  /**
   * The definition of the index, by which the encoded keys of rows can be read.
   *
   * @throws IllegalStateException before the first row has come
   */
  public IndexSpec spec() {
    return lookup.spec();
  }

  /** The remaining rows; {@link UncheckedIOException} has what {@link #next} throws. */
  @Override
  public Iterator<IndexedRow> iterator() {
    return new Iterator<>() {
      private IndexedRow following = read();

      private IndexedRow read() {
        try {
          return IndexScanner.this.next();
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }

      @Override
      public boolean hasNext() {
        return following != null;
      }

      @Override
      public IndexedRow next() {
        if (following == null) {
          throw new NoSuchElementException();
        }
        IndexedRow row = following;
        following = read();
        return row;
      }
    };
  }

  /** Ends the lookup; calls in flight end by themselves, and their rows are dropped. */
  @Override
  public void close() {
    ended = true;
    ahead = null;
    rows.clear();
  }
}
