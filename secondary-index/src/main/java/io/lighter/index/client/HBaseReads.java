// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.client;

import io.lighter.index.spec.IndexNames;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotEnabledException;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Consistency;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;

/**
 * The calls of lookups by HBase's asynchronous client. Calls have the priority of any user's: the
 * handlers of index calls are for region servers, which write entries while their callers wait.
 * Thread-safe.
 */
final class HBaseReads implements IndexReads {
  /** Requests are worth little, and the next ones wait for the answer. */
  private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(10);

  /** A region may have moved. */
  private static final int REQUEST_ATTEMPTS = 3;

  private final TableName indexTable;
  private final byte[] gate;
  private final AsyncTable<?> index;
  private final AsyncTable<?> data;
  private final AsyncTable<?> requests;

  /**
   * Creates the calls; none is made yet.
   *
   * @param gate the family that every page asks for beside the entries
   * @param timeout of each call, repetitions included
   */
  HBaseReads(
      AsyncConnection connection,
      TableName table,
      TableName indexTable,
      byte[] gate,
      Duration timeout) {
    this.indexTable = indexTable;
    this.gate = gate;
    this.index =
        connection
            .getTableBuilder(indexTable)
            .setOperationTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
            .setScanTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
            .build();
    this.data =
        connection
            .getTableBuilder(table)
            .setOperationTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
            .build();
    this.requests =
        connection
            .getTableBuilder(table)
            .setOperationTimeout(REQUEST_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
            .setMaxAttempts(REQUEST_ATTEMPTS)
            .build();
  }

  @Override
  public CompletableFuture<List<IndexRow>> entries(byte[] start, byte[] stop, int limit) {
    Scan scan =
        new Scan()
            .withStartRow(start)
            .withStopRow(stop)
            .addFamily(IndexNames.family())
            .addFamily(gate)
            .setReadType(Scan.ReadType.PREAD)
            .setConsistency(Consistency.STRONG)
            .setCaching(limit)
            .setLimit(limit);
    return index
        .scanAll(scan)
        .thenApply(results -> results.stream().map(HBaseReads::row).toList())
        .exceptionallyCompose(failure -> CompletableFuture.failedFuture(ofPage(failure)));
  }

  private static IndexRow row(Result result) {
    return new IndexRow(result.getRow(), result.rawCells()[0].getTimestamp());
  }

  /** Tells a gate that is closed from other failures of a page. */
  private Throwable ofPage(Throwable failure) {
    boolean closed =
        Waiting.cause(failure, NoSuchColumnFamilyException.class) != null
            || Waiting.cause(failure, TableNotFoundException.class) != null
            || Waiting.cause(failure, TableNotEnabledException.class) != null;
    return closed ? new ReadGateClosedException(indexTable, failure) : failure;
  }

  @Override
  public CompletableFuture<List<Result>> rows(List<Get> gets) {
    return data.getAll(gets);
  }

  @Override
  public CompletableFuture<?> requests(List<Get> gets) {
    return requests.getAll(gets);
  }
}
