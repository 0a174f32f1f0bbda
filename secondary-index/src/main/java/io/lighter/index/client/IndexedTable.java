// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.client;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;

/**
 * Looks rows of one data table up by its indexes. Thread-safe; one object serves an application.
 *
 * <pre>{@code
 * try (IndexedTable people = IndexedTable.connect(conf, TableName.valueOf("people"))) {
 *   List<IndexedRow> romans = people.lookup("city", KeyRange.exact("Rome"), 100);
 *   try (IndexScanner rows = people.scan(Lookup.of("age", KeyRange.between(18, 30)))) {
 *     for (IndexedRow row : rows) {
 *       greet(row.result());
 *     }
 *   }
 * }
 * }</pre>
 *
 * <p>A row that has a key in the range from before the lookup until its end is returned, as long as
 * the lookup takes less time than region servers delay the removal of entries ({@code
 * lighter.index.removal.delay}). A lookup of one key returns such a row in any case. A returned row
 * had a key in the range when it was read. Rows come in index order, each once; {@link
 * IndexedRow#moved} tells the exception.
 */
public final class IndexedTable implements Closeable {
  private final AsyncIndexedTable table;

  /** The connection to close, or null if it is the caller's. */
  private final AsyncConnection own;

  private IndexedTable(AsyncIndexedTable table, AsyncConnection own) {
    this.table = table;
    this.own = own;
  }

  /**
   * Connects to a cluster as the present user.
   *
   * @param table the data table
   */
  public static IndexedTable connect(Configuration conf, TableName table) throws IOException {
    AsyncConnection connection = Waiting.await(ConnectionFactory.createAsyncConnection(conf));
    return new IndexedTable(AsyncIndexedTable.of(connection, table), connection);
  }

  /**
   * Connects to the cluster of a connection as the present user. The lookups use a connection of
   * their own, since HBase's blocking client cannot make calls in parallel.
   *
   * @param connection whose configuration is used; stays the caller's
   * @param table the data table
   */
  public static IndexedTable of(Connection connection, TableName table) throws IOException {
    return connect(connection.getConfiguration(), table);
  }

  /**
   * Uses a connection.
   *
   * @param connection stays the caller's, which closes it after this object
   * @param table the data table
   */
  public static IndexedTable of(AsyncConnection connection, TableName table) {
    return new IndexedTable(AsyncIndexedTable.of(connection, table), null);
  }

  /** The same table for callers that do not wait; it ends with this object. */
  public AsyncIndexedTable async() {
    return table;
  }

  /** The counts of all lookups of this object. */
  public LookupStats stats() {
    return table.stats();
  }

  /**
   * Looks whole rows up.
   *
   * @param index the name of the index
   * @param limit most rows, from 1 to {@value AsyncIndexedTable#MOST_COLLECTED}
   * @return the rows in index order
   * @throws UnknownIndexException if there is no such index
   * @throws IndexNotReadyException if the index must not be read now
   * @throws IOException if a table cannot be read
   * @throws IllegalArgumentException if the range does not suit the index
   */
  public List<IndexedRow> lookup(String index, KeyRange range, int limit) throws IOException {
    return lookup(Lookup.of(index, range).limit(limit));
  }

  /**
   * Looks rows up.
   *
   * @param lookup with a limit of at most {@value AsyncIndexedTable#MOST_COLLECTED} rows
   * @return the rows in index order
   * @throws IOException as {@link #lookup(String, KeyRange, int)}
   */
  public List<IndexedRow> lookup(Lookup lookup) throws IOException {
    return Waiting.await(table.lookup(lookup));
  }

  /** Begins a lookup of any number of rows, which come as the caller takes them. */
  public IndexScanner scan(Lookup lookup) {
    return new IndexScanner(table.scan(lookup));
  }

  /** Closes the connection, unless it is the caller's. Lookups in progress fail. */
  @Override
  public void close() throws IOException {
    if (own != null) {
      own.close();
    }
  }
}
