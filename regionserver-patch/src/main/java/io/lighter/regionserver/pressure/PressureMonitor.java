// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.pressure;

import io.lighter.common.MonotonicClock;
import java.io.Closeable;
import java.io.IOException;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.ipc.RpcServerInterface;
import org.apache.hadoop.hbase.regionserver.MetricsRegionServer;
import org.apache.hadoop.hbase.regionserver.RegionServerServices;
import org.apache.hadoop.hbase.wal.WAL;
import org.apache.hbase.thirdparty.com.google.common.util.concurrent.ThreadFactoryBuilder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Measures the pressure on one region server, on a thread of its own. Samples of the handlers also
 * go to {@link CallTimes}, more often while these are watched. Thread-safe.
 *
 * <p>Each write-ahead log gets one listener, within {@value #LOG_PERIOD_TICKS} ticks of its
 * creation. A log keeps its listeners when it rolls; with several logs (multiwal) all count. The
 * log of {@code hbase:meta} is left out. The listeners stay until {@link #close}.
 */
public final class PressureMonitor implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(PressureMonitor.class);
  private static final long TICK_MS = 50;
  private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(TICK_MS);

  private static final int LOG_PERIOD_TICKS = 100;

  private final Logs logs;
  private final WalSyncTimes syncs = new WalSyncTimes();
  private final PressureGauge gauge;
  private final CallTimes calls;
  private final MonotonicClock clock;
  private final IntSupplier activeHandlers;
  private final LongSupplier requests;
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(
          new ThreadFactoryBuilder().setNameFormat("lighter-pressure").setDaemon(true).build());

  /** Logs with the listener. Guarded by this. */
  private final Set<WAL> listened = Collections.newSetFromMap(new IdentityHashMap<>());

  /** Guarded by this. */
  private boolean closed;

  /** Used by the ticking thread alone. */
  private int ticksToLogs;

  /** Time of the gauge's next tick. Used by the ticking thread alone. */
  private long dueNanos;

  /** Used by the ticking thread alone. */
  private boolean failed;

  /** Lists the present write-ahead logs of a region server. */
  @FunctionalInterface
  interface Logs {
    List<WAL> present() throws IOException;
  }

  /** Creates a monitor whose ticks a test makes. */
  PressureMonitor(
      Logs logs,
      MonotonicClock clock,
      CallTimes calls,
      IntSupplier activeHandlers,
      LongSupplier requests) {
    this.logs = logs;
    this.clock = clock;
    this.calls = calls;
    this.activeHandlers = activeHandlers;
    this.requests = requests;
    this.gauge = new PressureGauge(clock, syncs, activeHandlers, requests);
    this.dueNanos = clock.nanoTime();
  }

  /**
   * Starts to measure a region server, until {@link #close}.
   *
   * @param calls gets the samples of the handlers
   */
  public static PressureMonitor start(RegionServerServices server, CallTimes calls) {
    PressureMonitor monitor =
        new PressureMonitor(
            server::getWALs,
            MonotonicClock.system(),
            calls,
            () -> activeHandlers(server),
            () -> requests(server));
    monitor.thread.execute(monitor::run);
    return monitor;
  }

  private void run() {
    try {
      while (!thread.isShutdown()) {
        tick();
        TimeUnit.MILLISECONDS.sleep(calls.isWatched() ? CallTimes.WATCHED_DELAY_MS : TICK_MS);
      }
    } catch (InterruptedException e) { // close() ends the thread
      Thread.currentThread().interrupt();
    }
  }

  /** The pressure of the last seconds; costs nothing. */
  public Pressure pressure() {
    return gauge.pressure();
  }

  /**
   * Takes a sample for the times of calls, and every {@value #TICK_MS} ms one for the pressure.
   * From time to time adds the listener to new logs.
   */
  void tick() {
    try {
      calls.sample(activeHandlers.getAsInt(), requests.getAsLong());
      if (clock.nanoTime() - dueNanos < 0) {
        return;
      }
      dueNanos = clock.nanoTime() + TICK_NANOS;
      if (ticksToLogs == 0) {
        ticksToLogs = LOG_PERIOD_TICKS;
        listen(logs.present());
      }
      ticksToLogs--;
      gauge.tick();
      failed = false;
    } catch (IOException | RuntimeException | Error e) { // an exception would end the task
      if (!failed) {
        failed = true;
        LOG.warn("cannot measure the pressure on this region server", e);
      }
    }
  }

  private synchronized void listen(List<WAL> present) {
    if (closed) {
      return;
    }
    Set<WAL> current = Collections.newSetFromMap(new IdentityHashMap<>());
    current.addAll(present);
    listened.retainAll(current); // the others are closed
    for (WAL log : present) {
      if (listened.add(log)) {
        log.registerWALActionsListener(syncs);
      }
    }
  }

  private static int activeHandlers(RegionServerServices server) {
    RpcServerInterface rpc = server.getRpcServer();
    return rpc == null ? 0 : rpc.getScheduler().getActiveGeneralRpcHandlerCount();
  }

  private static long requests(RegionServerServices server) {
    MetricsRegionServer metrics = server.getMetrics();
    return metrics == null ? 0 : metrics.getRegionServerWrapper().getTotalRequestCount();
  }

  /** Stops measuring and removes the listeners; idempotent. */
  @Override
  public void close() {
    thread.shutdownNow();
    synchronized (this) {
      closed = true;
      listened.forEach(log -> log.unregisterWALActionsListener(syncs));
      listened.clear();
    }
  }
}
