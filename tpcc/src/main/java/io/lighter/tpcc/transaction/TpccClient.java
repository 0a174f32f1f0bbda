// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.tpcc.transaction;

import io.lighter.tpcc.schema.Columns;
import io.lighter.tpcc.schema.TableNames;
import io.lighter.tpcc.schema.TpccTable;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.util.Bytes;

/** HBase client of the transactions, with requests in parallel. Thread-safe. */
public final class TpccClient implements Closeable {
  /** Timeout after which a transaction fails. */
  private static final int OPERATION_TIMEOUT_MS = 60_000;

  private static final int RPC_TIMEOUT_MS = 20_000;

  private final AsyncConnection connection;
  private final TableNames names;

  private TpccClient(AsyncConnection connection, TableNames names) {
    this.connection = connection;
    this.names = names;
  }

  /** Creates a client with its own connection. */
  public static TpccClient connect(Configuration conf, TableNames names) throws IOException {
    Configuration limited = new Configuration(conf);
    limited.setInt(HConstants.HBASE_CLIENT_OPERATION_TIMEOUT, OPERATION_TIMEOUT_MS);
    limited.setInt(HConstants.HBASE_CLIENT_META_OPERATION_TIMEOUT, OPERATION_TIMEOUT_MS);
    limited.setInt(HConstants.HBASE_CLIENT_SCANNER_TIMEOUT_PERIOD, OPERATION_TIMEOUT_MS);
    limited.setInt(HConstants.HBASE_RPC_TIMEOUT_KEY, RPC_TIMEOUT_MS);
    return new TpccClient(await(ConnectionFactory.createAsyncConnection(limited)), names);
  }

  /** Waits for a result, or throws the cause of its failure. */
  static <T> T await(CompletableFuture<T> future) throws IOException {
    try {
      return future.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while HBase was asked");
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException cause) {
        throw cause;
      }
      throw new IOException(e.getCause());
    }
  }

  static void awaitAll(CompletableFuture<?>... futures) throws IOException {
    await(CompletableFuture.allOf(futures));
  }

  CompletableFuture<Result> get(TpccTable table, byte[] key, byte[]... qualifiers) {
    return table(table).get(getOf(key, qualifiers));
  }

  CompletableFuture<List<Result>> getAll(TpccTable table, List<byte[]> keys, byte[]... qualifiers) {
    return table(table).getAll(keys.stream().map(key -> getOf(key, qualifiers)).toList());
  }

  /** Scans rows from {@code start} to {@code stop} (exclusive), in order; at most {@code limit}. */
  CompletableFuture<List<Result>> scan(
      TpccTable table, byte[] start, byte[] stop, int limit, byte[]... qualifiers) {
    Scan scan =
        new Scan()
            .withStartRow(start)
            .withStopRow(stop)
            .setLimit(limit)
            .setReadType(Scan.ReadType.PREAD);
    for (byte[] qualifier : qualifiers) {
      scan.addColumn(Columns.FAMILY, qualifier);
    }
    return table(table).scanAll(scan);
  }

  CompletableFuture<Void> put(TpccTable table, Put row) {
    return table(table).put(row);
  }

  CompletableFuture<Void> putAll(TpccTable table, List<Put> rows) {
    return table(table).putAll(rows);
  }

  CompletableFuture<Result> increment(TpccTable table, Increment increment) {
    return table(table).increment(increment);
  }

  /** Runs gets and increments in any order, each atomically; returns a result for each. */
  CompletableFuture<List<Result>> batch(TpccTable table, List<? extends Row> actions) {
    return table(table).batchAll(actions);
  }

  CompletableFuture<CheckAndMutateResult> checkAndMutate(TpccTable table, CheckAndMutate change) {
    return table(table).checkAndMutate(change);
  }

  CompletableFuture<List<CheckAndMutateResult>> checkAndMutateAll(
      TpccTable table, List<CheckAndMutate> changes) {
    return table(table).checkAndMutateAll(changes);
  }

  static Get getOf(byte[] key, byte[]... qualifiers) {
    Get get = new Get(key);
    for (byte[] qualifier : qualifiers) {
      get.addColumn(Columns.FAMILY, qualifier);
    }
    return get;
  }

  static byte[] packed(Result row) {
    return row.getValue(Columns.FAMILY, Columns.PACKED);
  }

  static long number(Result row, byte[] qualifier) {
    return Bytes.toLong(row.getValue(Columns.FAMILY, qualifier));
  }

  private AsyncTable<?> table(TpccTable table) {
    return connection.getTable(names.of(table));
  }

  @Override
  public void close() throws IOException {
    connection.close();
  }
}
