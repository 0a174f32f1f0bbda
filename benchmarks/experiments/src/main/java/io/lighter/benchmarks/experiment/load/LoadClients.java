// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.load;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A thread that inserts all rows of a plan, or none if they are there, and threads that read
 * inserted rows beside it, each at its fixed rate. Every read must find the row that it starts
 * with. Thread-safe; the caller closes the connection.
 */
final class LoadClients implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(LoadClients.class);
  private static final int READERS = 4;

  /** Calls a second of the thread that inserts, so that it is not the bottleneck. */
  private static final int CALLS_PER_S = 50;

  private static final int UNLIMITED_BATCH = 100;
  private static final long NANOS_PER_S = TimeUnit.SECONDS.toNanos(1);

  /** Longest pause before a thread looks whether it has to stop. */
  private static final long LONGEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final Connection connection;
  private final TableName table;
  private final LoadPlan plan;
  private final LoadRows rows;
  private final Instant start;
  private final long startNanos;
  private final List<Thread> threads = new ArrayList<>();
  private final AtomicLong nextRead = new AtomicLong();
  private final AtomicLong problems = new AtomicLong();

  /** Written by the thread that inserts, read after its end. */
  private final Histogram inserts = new Histogram(3);

  private final WindowLog windows;

  /** Number of rows that HBase has acknowledged; all of them have lower numbers than the others. */
  private volatile long acknowledged;

  private volatile boolean ended;
  private volatile boolean stopped;
  private volatile String firstProblem;

  /** Flushes on the way; empty if HBase flushes by itself. */
  private final Optional<PacedFlushes> flushes;

  private LoadClients(
      Connection connection,
      TableName table,
      LoadPlan plan,
      LoadRows rows,
      Optional<PacedFlushes> flushes,
      Clock clock) {
    this.connection = connection;
    this.table = table;
    this.plan = plan;
    this.rows = rows;
    this.start = clock.instant();
    this.startNanos = System.nanoTime();
    this.windows = new WindowLog(plan, start);
    this.flushes = flushes;
  }

  /**
   * Starts to insert, and to read what was inserted.
   *
   * @param flushes used by the thread that inserts; empty if HBase flushes by itself
   */
  static LoadClients start(
      Connection connection,
      TableName table,
      LoadPlan plan,
      LoadRows rows,
      Optional<PacedFlushes> flushes,
      Clock clock) {
    LoadClients clients = new LoadClients(connection, table, plan, rows, flushes, clock);
    clients.addThread("load-insert", clients::insert);
    clients.startWithReaders();
    return clients;
  }

  /** Starts to read a table that has all rows. */
  static LoadClients read(
      Connection connection, TableName table, LoadPlan plan, LoadRows rows, Clock clock) {
    LoadClients clients = new LoadClients(connection, table, plan, rows, Optional.empty(), clock);
    clients.acknowledged = plan.rows();
    clients.ended = true;
    clients.startWithReaders();
    return clients;
  }

  private void startWithReaders() {
    for (int i = 0; i < READERS && plan.readsPerSecond() > 0; i++) {
      SplittableRandom random = new SplittableRandom(rows.seed() + i);
      addThread("load-read-" + i, () -> read(random));
    }
    threads.forEach(Thread::start);
  }

  private void addThread(String name, Runnable task) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    threads.add(thread);
  }

  /** Second 0 of the load. */
  Instant start() {
    return start;
  }

  /** Fraction of the rows that are inserted, 0 to 1. */
  double progress() {
    return (double) acknowledged / plan.rows();
  }

  /** Whether the last row is inserted, or an insert failed. */
  boolean ended() {
    return ended;
  }

  /** What went wrong, in words; empty if nothing did. */
  Optional<String> problem() {
    return Optional.ofNullable(firstProblem)
        .map(first -> "%d operations failed, the first: %s".formatted(problems.get(), first));
  }

  /** Stops after the operations in flight; idempotent. */
  void stop() throws InterruptedIOException {
    stopped = true;
    try {
      for (Thread thread : threads) {
        thread.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while waiting for the clients of " + table);
    }
  }

  @Override
  public void close() throws InterruptedIOException {
    stop();
  }

  /** Latencies of inserts from when they were due, microseconds. Call it after {@link #stop}. */
  Histogram inserts() {
    return inserts.copy();
  }

  /**
   * The windows with reads that ended before a moment, in order.
   *
   * @param end end of the load
   */
  List<ReadWindow> windows(Instant end) {
    return windows.until(end);
  }

  private void insert() {
    int rate = plan.insertsPerSecond();
    int batch = rate == 0 ? UNLIMITED_BATCH : Math.max(1, rate / CALLS_PER_S);
    try (Table writer = connection.getTable(table)) {
      long row = 0;
      while (row < plan.rows()) {
        long due = rate == 0 ? System.nanoTime() : startNanos + row * NANOS_PER_S / rate;
        if (!await(due)) {
          return;
        }
        List<Put> puts = new ArrayList<>();
        for (long end = Math.min(plan.rows(), row + batch); row < end; row++) {
          puts.add(rows.put(row));
        }
        writer.put(puts);
        inserts.recordValueWithCount(WindowLog.micros(System.nanoTime() - due), puts.size());
        acknowledged = row;
        if (flushes.isPresent()) {
          flushes.get().inserted(row);
        }
      }
    } catch (IOException | RuntimeException e) {
      LOG.error("insert failed table={}", table, e);
      report("an insert failed: " + e);
    } finally {
      ended = true;
    }
  }

  private void read(SplittableRandom random) {
    long interval = NANOS_PER_S / plan.readsPerSecond();
    while (true) {
      long due = nextDue(interval);
      if (!await(due)) {
        return;
      }
      long present = acknowledged;
      if (present > 0) {
        read(due, rows.key(plan.use().random(random, present)));
      }
    }
  }

  /** When the next read is due; in a closed loop at once. */
  private long nextDue(long interval) {
    return plan.readsPerSecond() == LoadPlan.CLOSED_LOOP
        ? System.nanoTime()
        : startNanos + nextRead.getAndIncrement() * interval;
  }

  private void read(long due, byte[] key) {
    long sent = System.nanoTime();
    int window = (int) ((sent - startNanos) / plan.window().toNanos());
    ReadWindow.Kind kind = plan.kindOf(window);
    try (Table reader = connection.getTable(table)) {
      boolean found =
          switch (kind) {
            case GET -> !reader.get(new Get(key)).isEmpty();
            case SCAN -> scan(reader, key);
          };
      long end = System.nanoTime();
      if (!found) {
        report("a %s did not find row %s".formatted(kind, new String(key, 0, 16, US_ASCII)));
      }
      windows.record(window, end - due, end - sent);
    } catch (IOException | RuntimeException e) {
      LOG.error("read failed kind={} table={}", kind, table, e);
      report("a %s failed: %s".formatted(kind, e));
    }
  }

  /** Reads the rows; returns whether the first one has the key. */
  private static boolean scan(Table reader, byte[] key) throws IOException {
    Scan scan =
        new Scan()
            .withStartRow(key)
            .setLimit(LoadPlan.ROWS_PER_SCAN)
            .setCaching(LoadPlan.ROWS_PER_SCAN);
    try (ResultScanner scanner = reader.getScanner(scan)) {
      Result first = scanner.next();
      boolean found = first != null && Arrays.equals(first.getRow(), key);
      Result next = first;
      while (next != null) {
        next = scanner.next();
      }
      return found;
    }
  }

  private void report(String problem) {
    if (problems.getAndIncrement() == 0) {
      firstProblem = problem;
    }
  }

  /** Waits for a moment; returns false if the clients are stopped before. */
  private boolean await(long nanos) {
    long early = nanos - System.nanoTime();
    while (early > 0 && !stopped) {
      LockSupport.parkNanos(Math.min(early, LONGEST_PAUSE_NANOS));
      early = nanos - System.nanoTime();
    }
    return !stopped;
  }
}
