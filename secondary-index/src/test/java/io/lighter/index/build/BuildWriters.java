// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.build;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/** Threads that write few rows of a table in many ways, until they are closed. */
final class BuildWriters implements AutoCloseable {
  private static final int CITIES = 7;
  private static final int BACK_MS = 2_000;
  private static final int KINDS = 12;

  private final Connection connection;
  private final TableName table;
  private final int rows;
  private final AtomicBoolean stopped = new AtomicBoolean();
  private final LongAdder written = new LongAdder();
  private final ExecutorService pool;
  private final List<Future<?>> threads = new ArrayList<>();

  BuildWriters(Connection connection, TableName table, int threadCount, int rows) {
    this.connection = connection;
    this.table = table;
    this.rows = rows;
    this.pool = Executors.newFixedThreadPool(threadCount);
    for (int i = 0; i < threadCount; i++) {
      threads.add(pool.submit(this::run));
    }
  }

  static String row(int number) {
    return "r%04d".formatted(number);
  }

  private Void run() throws IOException {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    try (Table data = connection.getTable(table)) {
      while (!stopped.get()) {
        write(data, random);
        written.increment();
      }
    }
    return null;
  }

  private void write(Table data, ThreadLocalRandom random) throws IOException {
    byte[] row = Bytes.toBytes(row(random.nextInt(rows)));
    byte[] city = Bytes.toBytes("c" + random.nextInt(CITIES));
    long past = System.currentTimeMillis() - random.nextInt(BACK_MS);
    switch (random.nextInt(KINDS)) {
      case 0 -> data.delete(new Delete(row));
      case 1 -> data.delete(new Delete(row).addColumns(BuildCluster.F, BuildCluster.CITY, past));
      case 2 -> data.delete(new Delete(row).addColumn(BuildCluster.F, BuildCluster.CITY));
      case 3, 4 -> data.put(put(row, city).setDurability(Durability.SKIP_WAL));
      case 5, 6 -> data.put(new Put(row).addColumn(BuildCluster.F, BuildCluster.CITY, past, city));
      case 7 -> {
        var unused =
            data.append(
                new Append(row).addColumn(BuildCluster.F, BuildCluster.CITY, Bytes.toBytes("")));
      }
      default -> data.put(put(row, city));
    }
  }

  private static Put put(byte[] row, byte[] city) {
    return new Put(row).addColumn(BuildCluster.F, BuildCluster.CITY, city);
  }

  long written() {
    return written.sum();
  }

  /** Ends the threads. Fails if one of them has failed. */
  @Override
  public void close() throws IOException {
    stopped.set(true);
    pool.shutdown();
    try {
      for (Future<?> thread : threads) {
        Object unused = thread.get(BuildCluster.WAIT_MS, TimeUnit.MILLISECONDS);
      }
    } catch (InterruptedException | ExecutionException | TimeoutException e) {
      throw new IOException("a writer has failed", e);
    }
  }
}
