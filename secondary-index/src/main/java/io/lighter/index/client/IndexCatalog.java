// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.client;

import io.lighter.index.spec.IndexNames;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.AsyncAdmin;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * The indexes of a data table as this client knows them. What it knows stays valid until a region
 * of the index table refuses a lookup: a definition never changes while its read gate exists.
 * Thread-safe.
 */
final class IndexCatalog {
  private final AsyncAdmin admin;
  private final TableName table;
  private final ConcurrentMap<String, CompletableFuture<IndexDescription>> known =
      new ConcurrentHashMap<>();

  IndexCatalog(AsyncAdmin admin, TableName table) {
    this.admin = admin;
    this.table = table;
  }

  /**
   * Finds an index that lookups may read.
   *
   * @param stale what was refused, and is read anew; null for none
   * @return fails with {@link UnknownIndexException}, {@link IndexNotReadyException}, or {@link
   *     TableNotFoundException} if there is no such data table
   */
  CompletableFuture<IndexDescription> find(String index, byte[] stale) {
    return known.compute(
        index,
        (name, before) ->
            before == null || before.isCompletedExceptionally() || isStale(before, stale)
                ? read(name)
                : before);
  }

  private static boolean isStale(CompletableFuture<IndexDescription> before, byte[] stale) {
    IndexDescription description = before.getNow(null);
    return stale != null && description != null && description.hasGate(stale);
  }

  private CompletableFuture<IndexDescription> read(String index) {
    CompletableFuture<Optional<TableDescriptor>> data = descriptor(table);
    CompletableFuture<Optional<TableDescriptor>> entries =
        descriptor(IndexNames.indexTable(table, index));
    return data.thenCompose(
        ofData -> entries.thenCompose(ofIndex -> describe(ofData, ofIndex, index)));
  }

  private CompletableFuture<IndexDescription> describe(
      Optional<TableDescriptor> data, Optional<TableDescriptor> entries, String index) {
    try {
      TableDescriptor ofData = data.orElseThrow(() -> new TableNotFoundException(table));
      return CompletableFuture.completedFuture(IndexDescription.readable(ofData, entries, index));
    } catch (IOException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private CompletableFuture<Optional<TableDescriptor>> descriptor(TableName name) {
    return admin
        .getDescriptor(name)
        .thenApply(Optional::of)
        .exceptionallyCompose(
            failure ->
                Waiting.cause(failure, TableNotFoundException.class) != null
                    ? CompletableFuture.completedFuture(Optional.empty())
                    : CompletableFuture.failedFuture(failure));
  }
}
