// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.client;

import io.lighter.index.spec.IndexNames;
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
    return data.thenCombine(
            entries,
            (ofData, ofIndex) -> {
              try {
                return CompletableFuture.completedFuture(
                    IndexDescription.readable(
                        ofData.orElseThrow(() -> new TableNotFoundException(table)),
                        ofIndex,
                        index));
              } catch (java.io.IOException e) {
                return CompletableFuture.<IndexDescription>failedFuture(e);
              }
            })
        .thenCompose(found -> found);
  }

  private CompletableFuture<Optional<TableDescriptor>> descriptor(TableName name) {
    return admin
        .getDescriptor(name)
        .handle(
            (descriptor, failure) -> {
              if (failure == null) {
                return CompletableFuture.completedFuture(Optional.of(descriptor));
              }
              return Waiting.cause(failure, TableNotFoundException.class) != null
                  ? CompletableFuture.completedFuture(Optional.<TableDescriptor>empty())
                  : CompletableFuture.<Optional<TableDescriptor>>failedFuture(failure);
            })
        .thenCompose(found -> found);
  }
}
