// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.tpcc.check;

import io.lighter.tpcc.schema.Database;
import io.lighter.tpcc.schema.Keys;
import io.lighter.tpcc.schema.TableNames;
import io.lighter.tpcc.schema.TpccTable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;
import org.apache.hadoop.hbase.client.Connection;

/**
 * Checks all conditions over all rows of a database. While transactions run, the check counts
 * half-done ones as violations, because reads of several tables have no common snapshot.
 */
public final class ConsistencyChecker {
  private final Connection connection;
  private final TableNames names;
  private final Database database;
  private final int threads;
  private final IntConsumer progress;

  /**
   * Creates a checker.
   *
   * @param threads number of threads, each of which reads one warehouse at a time
   * @param progress receives the completed percentage in the checking thread
   */
  public ConsistencyChecker(
      Connection connection,
      TableNames names,
      Database database,
      int threads,
      IntConsumer progress) {
    this.connection = connection;
    this.names = names;
    this.database = database;
    this.threads = threads;
    this.progress = progress;
  }

  /** Reads and checks all rows. */
  public CheckReport run() throws IOException {
    Findings findings = new Findings();
    HistorySums history = new HistorySums(database);
    ExecutorService executor =
        Executors.newFixedThreadPool(Math.min(threads, database.warehouses()));
    try {
      forEachWarehouse(executor, 0, warehouse -> addHistory(history, warehouse));
      forEachWarehouse(
          executor,
          database.warehouses(),
          warehouse ->
              new WarehouseCheck(connection, names, database, history, findings, warehouse).run());
    } finally {
      executor.shutdownNow();
    }
    return new CheckReport(database, findings.byCondition());
  }

  private interface Step {
    void run(int warehouse) throws IOException;
  }

  private void addHistory(HistorySums history, int warehouse) throws IOException {
    byte[] prefix = Keys.warehouse(warehouse);
    try (RowCursor rows = new RowCursor(connection, names, TpccTable.HISTORY, prefix)) {
      history.add(warehouse, rows);
    }
  }

  /** Runs one of the two steps for all warehouses, and waits. */
  private void forEachWarehouse(ExecutorService executor, int doneBefore, Step step)
      throws IOException {
    CompletionService<Integer> tasks = new ExecutorCompletionService<>(executor);
    for (int warehouse = 1; warehouse <= database.warehouses(); warehouse++) {
      int number = warehouse;
      Future<Integer> unused = // returned by take()
          tasks.submit(
              () -> {
                step.run(number);
                return number;
              });
    }
    try {
      for (int done = 1; done <= database.warehouses(); done++) {
        Integer unused = tasks.take().get();
        progress.accept((doneBefore + done) * 100 / (2 * database.warehouses()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("the check was interrupted");
    } catch (ExecutionException e) {
      throw new IOException("the check failed: " + e.getCause().getMessage(), e.getCause());
    }
  }
}
