// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.wal;

import io.lighter.common.MonotonicClock;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.hbase.regionserver.RegionServerServices;
import org.apache.hadoop.hbase.regionserver.wal.FileLog;
import org.apache.hbase.thirdparty.com.google.common.util.concurrent.ThreadFactoryBuilder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Syncs the write-ahead logs of a region server that have an entry which has waited for a sync for
 * almost the longest allowed time. Syncs no log without pending entries.
 *
 * <p>A timer looks at the logs {@value #LOOKS_PER_DELAY} times in that time. All logs are looked at
 * each time, so new ones need no registration: what a log has pending when it is first seen counts
 * as due. An entry is due two looks before its time, one for the distance between looks and one for
 * the sync itself.
 *
 * <p>A sync that fails is logged, counted and repeated, and has no other consequence here: HBase
 * rolls the log, or aborts the region server, as after any other failed sync. Thread-safe.
 */
public final class WalWatch implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(WalWatch.class);

  static final int LOOKS_PER_DELAY = 8;

  /** Longest pause after a sync that failed, before the next one. */
  static final Duration RETRY_PAUSE = Duration.ofSeconds(1);

  /** Least time between two lines about failures. */
  static final Duration LOG_INTERVAL = Duration.ofMinutes(1);

  private static final long IDLE_THREAD_SECONDS = 10;

  private final Logs logs;
  private final long delayNanos;
  private final long periodNanos;
  private final MonotonicClock clock;
  private final WalMetrics metrics;

  /** Runs the syncs; must not run them in the calling thread. */
  private final Executor syncs;

  /** Ends the threads. */
  private final Runnable closer;

  /** The logs of the last look. Used by the timer's thread alone. */
  private final Map<WatchedLog, Watched> watched = new HashMap<>();

  /** What the last look found, of all logs. Written by the timer's thread. */
  private volatile OptionalLong oldestNanos = OptionalLong.empty();

  /** Failures since the last line about one. Guarded by this. */
  private long unlogged;

  /** Whether {@link #loggedNanos} is set. Guarded by this. */
  private boolean logged;

  /** Time of the last line about a failure. Guarded by this. */
  private long loggedNanos;

  /** Lists the present write-ahead logs of a region server. */
  @FunctionalInterface
  interface Logs {
    List<WatchedLog> present() throws IOException;
  }

  /**
   * Creates a watch whose looks a test makes.
   *
   * @param syncs runs the syncs
   * @param closer ends the threads
   */
  WalWatch(
      Logs logs,
      Duration delay,
      MonotonicClock clock,
      WalMetrics metrics,
      Executor syncs,
      Runnable closer) {
    this.logs = logs;
    this.delayNanos = delay.toNanos();
    this.periodNanos = delayNanos / LOOKS_PER_DELAY;
    this.clock = clock;
    this.metrics = metrics;
    this.syncs = syncs;
    this.closer = closer;
  }

  /**
   * Starts to watch the logs of a region server, until {@link #close}.
   *
   * @return empty if the site sets no bound; a bad value is logged
   */
  public static Optional<WalWatch> start(RegionServerServices server, WalMetrics metrics) {
    Duration delay =
        WalSettings.maxDelay(server.getConfiguration(), problem -> LOG.error("{}", problem));
    if (delay.isZero()) {
      return Optional.empty();
    }
    ScheduledExecutorService timer =
        Executors.newSingleThreadScheduledExecutor(
            new ThreadFactoryBuilder().setNameFormat("lighter-wal-watch").setDaemon(true).build());
    // One thread for each log with a sync that runs: a log that hangs keeps no other one waiting.
    ExecutorService threads =
        new ThreadPoolExecutor(
            0,
            Integer.MAX_VALUE,
            IDLE_THREAD_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            new ThreadFactoryBuilder()
                .setNameFormat("lighter-wal-sync-%d")
                .setDaemon(true)
                .build());
    WalWatch watch =
        new WalWatch(
            () -> FileLog.of(server),
            delay,
            MonotonicClock.system(),
            metrics,
            threads,
            () -> {
              timer.shutdownNow();
              threads.shutdown(); // does not interrupt a sync of HBase
            });
    metrics.observe(watch::oldestMs);
    // The future is not needed: close() ends the task, and look() throws nothing.
    Future<?> unused =
        timer.scheduleWithFixedDelay(
            watch::look, watch.periodNanos, watch.periodNanos, TimeUnit.NANOSECONDS);
    LOG.info("entries of write-ahead logs are synced in time: delayMs={}", delay.toMillis());
    return Optional.of(watch);
  }

  /** Looks at all logs, and begins the syncs that are due. Called by the timer's thread alone. */
  void look() {
    try {
      long now = clock.nanoTime(); // before the logs are read, see PendingEntries
      List<WatchedLog> present = logs.present();
      watched.keySet().retainAll(new HashSet<>(present));
      OptionalLong oldest = OptionalLong.empty();
      for (WatchedLog log : present) {
        Watched one = watched.computeIfAbsent(log, each -> new Watched(each, now - delayNanos));
        one.look(now);
        oldest = older(oldest, one.pending.oldestNanos());
      }
      oldestNanos = oldest;
    } catch (IOException | RuntimeException | Error e) { // an exception would end the timer
      failed("cannot look at the write-ahead logs", e);
    }
  }

  private static OptionalLong older(OptionalLong one, OptionalLong other) {
    if (one.isEmpty() || other.isEmpty()) {
      return one.isEmpty() ? other : one;
    }
    return one.getAsLong() - other.getAsLong() < 0 ? one : other;
  }

  /** Age of the oldest pending entry of all logs, as the last look found it; 0: none. */
  long oldestMs() {
    OptionalLong oldest = oldestNanos;
    return oldest.isEmpty()
        ? 0
        : TimeUnit.NANOSECONDS.toMillis(clock.nanoTime() - oldest.getAsLong());
  }

  /** Counts a failure. Logs it, unless another one was logged a short time ago. */
  private void failed(String what, Throwable e) {
    metrics.failed();
    long others;
    synchronized (this) {
      long now = clock.nanoTime();
      if (logged && now - loggedNanos < LOG_INTERVAL.toNanos()) {
        unlogged++;
        return;
      }
      others = unlogged;
      unlogged = 0;
      logged = true;
      loggedNanos = now;
    }
    LOG.warn("{}: failuresNotLogged={}", what, others, e);
  }

  /** Ends the watch; waits for no sync. Idempotent. */
  @Override
  public void close() {
    closer.run();
  }

  /** One log, and its sync if one runs. */
  private final class Watched implements Runnable {
    private final WatchedLog log;

    /** Used by the timer's thread alone. */
    private final PendingEntries pending;

    /** Set by the timer's thread, and cleared by the thread of the sync. */
    private final AtomicBoolean syncing = new AtomicBoolean();

    /** Earliest time of the next sync. Written by the thread of a sync before it ends. */
    private volatile long notBeforeNanos;

    Watched(WatchedLog log, long sinceNanos) {
      this.log = log;
      this.pending = new PendingEntries(sinceNanos);
      this.notBeforeNanos = sinceNanos;
    }

    void look(long now) {
      long appended = log.appended();
      long synced = log.synced();
      pending.look(appended, synced, now);
      OptionalLong oldest = pending.oldestNanos();
      if (oldest.isPresent()
          && now - oldest.getAsLong() >= delayNanos - 2 * periodNanos
          && now - notBeforeNanos >= 0
          && syncing.compareAndSet(false, true)) {
        begin();
      }
    }

    private void begin() {
      boolean begun = false;
      try {
        syncs.execute(this);
        begun = true;
      } catch (RejectedExecutionException e) { // closed meanwhile
        LOG.debug("no sync of {} after the end of the watch", log, e);
      } finally {
        if (!begun) { // also if there is no memory for a thread: the next look tries again
          syncing.set(false);
        }
      }
    }

    /** Syncs the log, on a thread of its own. */
    @Override
    public void run() {
      metrics.syncBegins();
      try {
        log.sync();
      } catch (IOException | RuntimeException | Error e) { // HBase acts on it, not this class
        notBeforeNanos = clock.nanoTime() + Math.min(RETRY_PAUSE.toNanos(), delayNanos);
        failed("sync of " + log + " failed and will be repeated", e);
      } finally {
        syncing.set(false);
      }
    }
  }
}
