// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.client;

import io.lighter.common.config.ConfigurationException;
import io.lighter.common.config.LighterConfiguration;
import io.lighter.common.config.LighterOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;

/**
 * Looks rows of one data table up by its indexes, without blocking. Thread-safe; one object serves
 * an application.
 *
 * <p>Futures complete on threads of HBase's client. A callback must not block such a thread.
 */
public final class AsyncIndexedTable {
  /** Most rows that {@link #lookup(Lookup)} collects. */
  public static final int MOST_COLLECTED = 1_000_000;

  private final AsyncConnection connection;
  private final TableName table;
  private final IndexCatalog catalog;
  private final LookupStats stats = new LookupStats();
  private final StaleEntries staleEntries;
  private final LongSupplier nanoClock;

  private AsyncIndexedTable(AsyncConnection connection, TableName table, LongSupplier nanoClock) {
    this.connection = connection;
    this.table = table;
    this.catalog =
        new IndexCatalog(
            connection
                .getAdminBuilder()
                .setOperationTimeout(Lookup.DEFAULT_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
                .build(),
            table);
    this.nanoClock = nanoClock;
    this.staleEntries =
        asksForRepairs(connection.getConfiguration())
            ? new RepairRequests(stats, nanoClock)
            : StaleEntries.LEFT_ALONE;
  }

  private static boolean asksForRepairs(Configuration conf) {
    LighterOption option = LighterOption.INDEX_REPAIR_ENABLED;
    Configuration own = new Configuration(false); // mistakes in others do not matter here
    own.set(option.key(), conf.get(option.key(), option.defaultValue()));
    try {
      return LighterConfiguration.of(own).bool(option);
    } catch (ConfigurationException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  /**
   * Opens the indexes of a table. Makes no call.
   *
   * @param connection stays the caller's, which closes it after the last lookup
   * @param table the data table
   * @throws IllegalArgumentException if {@code lighter.index.repair.enabled} has a bad value
   */
  public static AsyncIndexedTable of(AsyncConnection connection, TableName table) {
    return new AsyncIndexedTable(connection, table, System::nanoTime);
  }

  /** The data table. */
  public TableName table() {
    return table;
  }

  /** The counts of all lookups of this object. */
  public LookupStats stats() {
    return stats;
  }

  /**
   * Looks whole rows up and collects them, as {@link #lookup(Lookup)} does.
   *
   * @param limit most rows, from 1 to {@value #MOST_COLLECTED}
   */
  public CompletableFuture<List<IndexedRow>> lookup(String index, KeyRange range, int limit) {
    return lookup(Lookup.of(index, range).limit(limit));
  }

  /**
   * Looks rows up and collects them.
   *
   * @param lookup with a limit of at most {@value #MOST_COLLECTED} rows; {@link #scan} has no limit
   * @return the rows in index order; it fails as {@link IndexLookup#nextBatch} does
   * @throws IllegalArgumentException if the lookup has no such limit
   */
  public CompletableFuture<List<IndexedRow>> lookup(Lookup lookup) {
    if (lookup.limit() > MOST_COLLECTED) {
      throw new IllegalArgumentException(
          "limit = %d: expected 1 to %d, or a scan".formatted(lookup.limit(), MOST_COLLECTED));
    }
    return collect(scan(lookup), new ArrayList<>());
  }

  private static CompletableFuture<List<IndexedRow>> collect(
      IndexLookup lookup, List<IndexedRow> rows) {
    return lookup
        .nextBatch()
        .thenCompose(
            batch -> {
              rows.addAll(batch);
              return batch.isEmpty()
                  ? CompletableFuture.completedFuture(rows)
                  : collect(lookup, rows);
            });
  }

  /** Begins a lookup whose rows come batch by batch. Makes no call yet. */
  public IndexLookup scan(Lookup lookup) {
    return new IndexLookup(
        lookup, stale -> open(lookup, stale), stats, nanoClock, new ReturnedRows(), staleEntries);
  }

  private CompletableFuture<OpenIndex> open(Lookup lookup, OpenIndex stale) {
    return catalog
        .find(lookup.index(), stale == null ? null : stale.gate())
        .thenApply(
            index ->
                new OpenIndex(
                    table,
                    index.spec(),
                    index.gate(),
                    new HBaseReads(
                        connection, table, index.indexTable(), index.gate(), lookup.timeout())));
  }
}
