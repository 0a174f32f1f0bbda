// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import io.lighter.index.client.AsyncIndexedTable;
import io.lighter.index.client.IndexedRow;
import io.lighter.index.client.IndexedTable;
import io.lighter.index.client.KeyRange;
import io.lighter.index.client.Lookup;
import io.lighter.testing.index.CheckedIndex;
import io.lighter.testing.index.KeySpan;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;

/** Lighter's clients for lookups, blocking and asynchronous. Thread-safe; closed by its owner. */
final class IndexClients implements AutoCloseable {
  /** Limit of an answer without a limit of its own, which no check reaches. */
  private static final int MANY = AsyncIndexedTable.MOST_COLLECTED;

  /** A region whose server was killed is away for a minute on a busy machine. */
  private static final Duration CALL_TIMEOUT = Duration.ofMinutes(5);

  private static final long TIMEOUT_S = 600;

  private final IndexedTable blocking;
  private final AsyncIndexedTable asynchronous;

  private IndexClients(IndexedTable blocking, AsyncIndexedTable asynchronous) {
    this.blocking = blocking;
    this.asynchronous = asynchronous;
  }

  /** Opens both clients; the connections stay the caller's. */
  static IndexClients open(Connection connection, AsyncConnection asyncConnection, TableName table)
      throws IOException {
    return new IndexClients(
        IndexedTable.of(connection, table), AsyncIndexedTable.of(asyncConnection, table));
  }

  /** One way to look rows up. */
  private record Client(Tally.Event event, Find find) implements IndexLookups {
    @Override
    public List<byte[]> find(CheckedIndex index, KeySpan span, int limit) throws IOException {
      Lookup lookup =
          Lookup.of(index.indexName(), range(span))
              .limit(Math.min(limit, MANY))
              .timeout(CALL_TIMEOUT);
      return find.rows(lookup).stream().map(IndexedRow::row).toList();
    }

    /** A call of a client. */
    @FunctionalInterface
    private interface Find {
      List<IndexedRow> rows(Lookup lookup) throws IOException;
    }
  }

  /** Both clients. */
  List<IndexLookups> all() {
    return List.of(
        new Client(Tally.Event.LOOKUP, blocking::lookup),
        new Client(Tally.Event.ASYNC_LOOKUP, lookup -> await(asynchronous.lookup(lookup))));
  }

  /** Entries that both clients dropped, because the row's key had changed. */
  long staleEntries() {
    return blocking.stats().counts().staleEntries() + asynchronous.stats().counts().staleEntries();
  }

  /** Entries that regions were asked to remove. */
  long repairsAsked() {
    return blocking.stats().counts().repairsAsked() + asynchronous.stats().counts().repairsAsked();
  }

  private static KeyRange range(KeySpan span) {
    return span.isExact()
        ? KeyRange.exact(KeyRange.text(span.from()))
        : KeyRange.all().atLeast(KeyRange.text(span.from())).atMost(KeyRange.text(span.to()));
  }

  private static List<IndexedRow> await(CompletableFuture<List<IndexedRow>> future)
      throws IOException {
    try {
      return future.get(TIMEOUT_S, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException cause
          ? cause
          : new IOException("lookup failed: " + e.getCause(), e.getCause());
    } catch (TimeoutException e) {
      throw new IOException("no answer after %d s".formatted(TIMEOUT_S), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted during a lookup");
    }
  }

  @Override
  public void close() throws IOException {
    blocking.close();
  }
}
