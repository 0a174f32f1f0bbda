// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.TableName;

/**
 * The threads of one check, which end at its {@link StopSignal}. Confined to the thread that runs
 * the check.
 */
final class CheckThreads implements AutoCloseable {
  private static final Duration PROGRESS_INTERVAL = Duration.ofSeconds(30);

  /** Timeout for a request in progress when the check stops. */
  private static final Duration TIMEOUT = Duration.ofMinutes(3);

  private final TableName table;
  private final StopSignal stop;
  private final LongSupplier clock;
  private final ExecutorService executor = Executors.newCachedThreadPool();
  private final Map<String, Future<Void>> threads = new LinkedHashMap<>();

  /**
   * Creates a check without threads.
   *
   * @param clock monotonic clock in nanoseconds
   */
  CheckThreads(TableName table, StopSignal stop, LongSupplier clock) {
    this.table = table;
    this.stop = stop;
    this.clock = clock;
  }

  /** Starts a thread; its failure stops all threads. */
  void start(String name, Callable<Void> task) {
    threads.put(
        name,
        executor.submit(
            () -> {
              Thread.currentThread().setName("check-" + table + "-" + name);
              try {
                return task.call();
              } catch (Exception e) {
                stop.give();
                throw e;
              }
            }));
  }

  /**
   * Returns after the duration, or at the stop signal.
   *
   * @param progress receives the time that has passed, now and then
   */
  void watch(Duration duration, Consumer<Duration> progress) throws InterruptedException {
    long start = clock.getAsLong();
    Duration left = duration;
    while (left.compareTo(Duration.ZERO) > 0) {
      boolean isShort = left.compareTo(PROGRESS_INTERVAL) < 0;
      if (stop.await(isShort ? left : PROGRESS_INTERVAL)) {
        return;
      }
      Duration passed = Duration.ofNanos(clock.getAsLong() - start);
      left = duration.minus(passed);
      progress.accept(passed);
    }
  }

  /**
   * Gives the stop signal, and waits for the end of all threads.
   *
   * @throws IOException if a thread failed, or does not end
   */
  void end() throws IOException, InterruptedException {
    stop.give();
    for (Map.Entry<String, Future<Void>> thread : threads.entrySet()) {
      try {
        thread.getValue().get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
      } catch (ExecutionException e) {
        throw new IOException("the check broke off: " + e.getCause(), e.getCause());
      } catch (TimeoutException e) {
        throw new IOException(thread.getKey() + " hangs in a request", e);
      }
    }
  }

  /** Interrupts all threads. */
  @Override
  public void close() {
    stop.give();
    executor.shutdownNow();
  }
}
