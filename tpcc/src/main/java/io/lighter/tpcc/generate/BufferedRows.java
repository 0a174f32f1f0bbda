// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.tpcc.generate;

import io.lighter.tpcc.schema.TableNames;
import io.lighter.tpcc.schema.TpccTable;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.BufferedMutatorParams;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;

/** Stores rows in batches. {@link #close} stores the buffered rows. Not thread-safe. */
final class BufferedRows implements RowSink, Closeable {
  private static final long BUFFER_BYTES = 1 << 20;

  private final Connection connection;
  private final TableNames names;
  private final LongAdder stored;
  private final Map<TpccTable, BufferedMutator> mutators = new EnumMap<>(TpccTable.class);

  /**
   * Creates the buffers.
   *
   * @param stored counter of stored rows
   */
  BufferedRows(Connection connection, TableNames names, LongAdder stored) {
    this.connection = connection;
    this.names = names;
    this.stored = stored;
  }

  @Override
  public void add(TpccTable table, Put row) throws IOException {
    if (Thread.currentThread().isInterrupted()) {
      throw new InterruptedIOException("the load was interrupted");
    }
    BufferedMutator mutator = mutators.get(table);
    if (mutator == null) {
      mutator =
          connection.getBufferedMutator(
              new BufferedMutatorParams(names.of(table)).writeBufferSize(BUFFER_BYTES));
      mutators.put(table, mutator);
    }
    mutator.mutate(row);
    stored.increment();
  }

  @Override
  public void close() throws IOException {
    IOException failure = null;
    for (BufferedMutator mutator : mutators.values()) {
      try {
        mutator.close();
      } catch (IOException e) {
        if (failure == null) {
          failure = e;
        } else {
          failure.addSuppressed(e);
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
