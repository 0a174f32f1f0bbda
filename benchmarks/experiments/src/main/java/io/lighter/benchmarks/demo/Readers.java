// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Threads that read random rows of one table at a steady pace, check every result and record its
 * latency. Thread-safe; the caller closes the connection.
 */
final class Readers implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Readers.class);
  private static final int GET_THREADS = 2;
  private static final int ROWS_PER_SCAN = 50;

  private final Connection connection;
  private final TableName table;
  private final int rows;
  private final LatencyRecorder latencies;
  private final ReadProblems problems;
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean complete;
  private volatile boolean stopped;

  private Readers(
      Connection connection,
      TableName table,
      int rows,
      LatencyRecorder latencies,
      ReadProblems problems) {
    this.connection = connection;
    this.table = table;
    this.rows = rows;
    this.latencies = latencies;
    this.problems = problems;
  }

  /** Starts the threads at {@link ReadPace#MEASURED}. */
  static Readers start(
      Connection connection,
      TableName table,
      int rows,
      LatencyRecorder latencies,
      ReadProblems problems) {
    return start(connection, table, rows, ReadPace.MEASURED, latencies, problems);
  }

  /** Starts the threads. */
  static Readers start(
      Connection connection,
      TableName table,
      int rows,
      ReadPace pace,
      LatencyRecorder latencies,
      ReadProblems problems) {
    Readers readers = new Readers(connection, table, rows, latencies, problems);
    for (int i = 0; i < GET_THREADS; i++) {
      readers.addThread(Operation.GET, i, pace);
    }
    readers.addThread(Operation.SCAN, 0, pace);
    readers.threads.forEach(Thread::start);
    return readers;
  }

  /** From now on requires every row in its newest version. */
  void expectComplete() {
    complete = true;
  }

  /** Stops after the reads in flight. */
  @Override
  public void close() throws InterruptedIOException {
    stopped = true;
    try {
      for (Thread thread : threads) {
        thread.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while waiting for the readers of " + table);
    }
  }

  private void addThread(Operation operation, int number, ReadPace pace) {
    SplittableRandom random = new SplittableRandom(threads.size());
    Thread thread =
        new Thread(
            () -> readUntilStopped(operation, random, pace.intervalNanos(operation)),
            "%s-%s-%d".formatted(operation.label(), table.getNameAsString(), number));
    thread.setDaemon(true);
    threads.add(thread);
  }

  private void readUntilStopped(Operation operation, SplittableRandom random, long interval) {
    long due = System.nanoTime() + random.nextLong(interval);
    while (!stopped) {
      long early = due - System.nanoTime();
      if (early > 0) {
        LockSupport.parkNanos(early);
        continue;
      }
      Phase phase = latencies.phase();
      long start = System.nanoTime();
      read(operation, random.nextInt(rows));
      long end = System.nanoTime();
      latencies.record(operation, phase, start, end - start, interval);
      due = Math.max(due + interval, end);
    }
  }

  private void read(Operation operation, int row) {
    boolean mustBeComplete = complete;
    try (Table reader = connection.getTable(table)) {
      switch (operation) {
        case GET -> check(row, reader.get(new Get(RowHistory.key(row))), mustBeComplete);
        case SCAN -> scan(reader, row, mustBeComplete);
      }
    } catch (IOException | RuntimeException e) {
      if (!stopped) {
        LOG.error("read failed operation={} table={}", operation.label(), table, e);
        problems.report("a %s of %s failed: %s".formatted(operation.label(), table, e));
      }
    }
  }

  private void scan(Table reader, int firstRow, boolean mustBeComplete) throws IOException {
    Scan scan = new Scan().withStartRow(RowHistory.key(firstRow)).setLimit(ROWS_PER_SCAN);
    try (ResultScanner scanner = reader.getScanner(scan)) {
      boolean first = true;
      for (Result result : scanner) {
        int row = RowHistory.rowOf(result.rawCells()[0]);
        if (first && mustBeComplete && row != firstRow) {
          problems.report(
              "%s: a scan from row %d starts with row %d".formatted(table, firstRow, row));
        }
        first = false;
        check(row, result, mustBeComplete);
      }
      if (first && mustBeComplete) {
        problems.report("%s: a scan from row %d is empty".formatted(table, firstRow));
      }
    }
  }

  private void check(int row, Result result, boolean mustBeComplete) {
    ReadCheck.problem(row, result, mustBeComplete)
        .ifPresent(p -> problems.report(table + ": " + p));
  }
}
