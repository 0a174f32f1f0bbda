// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.tpcc.run;

import com.sun.management.OperatingSystemMXBean;
import io.lighter.tpcc.generate.TpccRandom;
import io.lighter.tpcc.schema.Database;
import io.lighter.tpcc.transaction.Outcome;
import io.lighter.tpcc.transaction.TpccClient;
import io.lighter.tpcc.transaction.TransactionType;
import io.lighter.tpcc.transaction.Transactions;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.management.ManagementFactory;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs transactions for a limited time. A failed transaction is counted, its rows stay as they are,
 * and its terminal continues with the next one.
 */
public final class Runner {
  private static final Logger LOG = LoggerFactory.getLogger(Runner.class);
  private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final double NANOS = INTERVAL_NANOS;

  /** Pause that limits the client's CPU use if a cluster refuses all requests. */
  private static final long PAUSE_AFTER_FAILURE_MS = 100;

  private final TpccClient client;
  private final Database database;
  private final RunSettings settings;
  private final Consumer<RunProgress> progress;
  private final Measurements measurements = new Measurements();

  /**
   * Creates a runner.
   *
   * @param progress receives the progress once a second in the running thread
   * @throws IllegalArgumentException if the settings do not fit the database
   */
  public Runner(
      TpccClient client, Database database, RunSettings settings, Consumer<RunProgress> progress) {
    settings.requireFits(database);
    this.client = client;
    this.database = database;
    this.settings = settings;
    this.progress = progress;
  }

  /** Runs until the last transaction ended. Called once. */
  public RunReport run() throws IOException {
    TpccRandom random = new TpccRandom(settings.seed());
    Transactions transactions =
        new Transactions(client, database, Clock.systemUTC(), random.split());
    ExecutorService executor = Executors.newFixedThreadPool(settings.threads());
    HistogramLog log =
        settings.histogramLog().isPresent()
            ? HistogramLog.create(settings.histogramLog().get(), System.currentTimeMillis())
            : null;
    try {
      long cpuStart = cpuNanos();
      long start = System.nanoTime();
      Pacer pacer =
          new Pacer(
              settings.rate(),
              start,
              start + settings.duration().toNanos(),
              System::nanoTime,
              TimeUnit.NANOSECONDS::sleep);
      CountDownLatch running = new CountDownLatch(settings.threads());
      List<Future<?>> terminals = new ArrayList<>();
      for (int thread = 0; thread < settings.threads(); thread++) {
        TpccRandom own = random.split();
        terminals.add(
            executor.submit(
                () -> runTerminal(transactions.terminal(own.split()), own, pacer, running)));
      }
      Collector collector = new Collector(measurements, Optional.ofNullable(log), start);
      collect(collector, start, running);
      for (Future<?> terminal : terminals) {
        terminal.get();
      }
      return report(collector, cpuNanos() - cpuStart);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("the run was interrupted");
    } catch (ExecutionException e) {
      throw new IOException("a terminal failed: " + e.getCause(), e.getCause());
    } finally {
      executor.shutdownNow();
      if (log != null) {
        log.close();
      }
    }
  }

  /** Ends an interval each second until the last terminal has stopped. */
  private void collect(Collector collector, long start, CountDownLatch running)
      throws IOException, InterruptedException {
    long next = start + INTERVAL_NANOS;
    boolean ended = false;
    while (!ended) {
      ended = running.await(next - System.nanoTime(), TimeUnit.NANOSECONDS);
      long now = System.nanoTime();
      RunReport.Interval interval = collector.endInterval(now);
      progress.accept(
          new RunProgress(
              Duration.ofNanos(now - start),
              settings.duration(),
              collector.transactions(),
              measurements.failed(),
              interval.tpmC(),
              measurements.firstFailure()));
      next += INTERVAL_NANOS;
    }
  }

  private void runTerminal(
      Transactions.Terminal terminal, TpccRandom random, Pacer pacer, CountDownLatch running) {
    try {
      OptionalLong start = pacer.await();
      while (start.isPresent()) {
        TransactionType type = TransactionType.next(random);
        measure(measurements, type, start.getAsLong(), () -> terminal.run(type));
        start = pacer.await();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the thread ends
    } finally {
      running.countDown();
    }
  }

  /** One transaction of a terminal. */
  @FunctionalInterface
  interface OneTransaction {
    Outcome run() throws IOException;
  }

  /**
   * Runs and counts one transaction, whatever its outcome. A terminal that ended at a damaged row
   * would only make the run look slow.
   *
   * @param start start of its latency, by {@link System#nanoTime}
   */
  static void measure(
      Measurements measurements, TransactionType type, long start, OneTransaction transaction)
      throws InterruptedException {
    try {
      Outcome outcome = transaction.run();
      measurements.done(type, outcome, System.nanoTime() - start);
    } catch (InterruptedIOException e) {
      throw new InterruptedException(e.getMessage());
    } catch (IOException | RuntimeException e) {
      LOG.debug("transaction failed type={}", type.label(), e);
      measurements.failed(type, e);
      TimeUnit.MILLISECONDS.sleep(PAUSE_AFTER_FAILURE_MS);
    }
  }

  private RunReport report(Collector collector, long cpuNanos) {
    double cpuSeconds = cpuNanos / NANOS;
    double machineSeconds = collector.seconds() * Runtime.getRuntime().availableProcessors();
    double planned = Math.ceil(settings.rate() * settings.duration().toNanos() / NANOS);
    long notStarted =
        Math.max(0, (long) planned - collector.transactions() - measurements.failed());
    return new RunReport(
        database,
        settings,
        collector.seconds(),
        collector.types(),
        measurements.rolledBack(),
        measurements.skippedDeliveries(),
        notStarted,
        cpuSeconds,
        cpuSeconds / machineSeconds,
        collector.intervals(),
        measurements.firstFailure());
  }

  private static long cpuNanos() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
  }
}
