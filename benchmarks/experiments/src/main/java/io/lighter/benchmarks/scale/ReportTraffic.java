// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.scale;

import java.io.Closeable;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hbase.thirdparty.com.google.common.util.concurrent.ThreadFactoryBuilder;

/**
 * Sends a report per second for each server, evenly over the second, with a few threads. A thread
 * for each of hundreds of servers would cost more than the measured work.
 */
final class ReportTraffic implements Closeable {
  private static final int THREADS = 16;
  private static final long INTERVAL_MICROS = 1_000_000;

  private final ScheduledExecutorService threads =
      Executors.newScheduledThreadPool(
          THREADS, new ThreadFactoryBuilder().setNameFormat("reports-%d").setDaemon(true).build());

  /**
   * Starts the reports.
   *
   * @param reporters tasks that each make one report if it is due, and throw no exception
   */
  ReportTraffic(List<Runnable> reporters) {
    for (int i = 0; i < reporters.size(); i++) {
      ScheduledFuture<?> unused =
          threads.scheduleAtFixedRate(
              reporters.get(i),
              INTERVAL_MICROS * i / reporters.size(),
              INTERVAL_MICROS,
              TimeUnit.MICROSECONDS);
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
