// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.warmup.request;

import io.lighter.common.zk.LighterZNodes;
import io.lighter.regionserver.warmup.RegionServerWarmups;
import io.lighter.regionserver.warmup.WarmupScheduler;
import io.lighter.regionserver.warmup.WarmupSettings;
import java.io.Closeable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.hbase.regionserver.RegionServerServices;
import org.apache.hadoop.hbase.zookeeper.ZKListener;
import org.apache.zookeeper.KeeperException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches ZooKeeper for requests to warm a table ({@code bin/lighter warm}), and writes the
 * progress of this region server.
 *
 * <p>Thread-safe. One thread of this class reads ZooKeeper, since HBase's event thread must not
 * block; warm-ups run on the threads of {@link WarmupScheduler}. A reading every {@value
 * #LOOK_SECONDS} s makes up for lost watches.
 */
public final class WarmRequestWatch extends ZKListener implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(WarmRequestWatch.class);
  private static final long LOOK_SECONDS = 30;
  private static final long REPORT_SECONDS = 1;

  private final LighterZNodes znodes;
  private final ScheduledExecutorService thread;

  /** Used by {@link #thread} only. */
  private final WarmRequests requests;

  /** Whether a reading is queued; many events cause one reading. */
  private final AtomicBoolean lookQueued = new AtomicBoolean();

  /** Work of {@link #thread}. */
  @FunctionalInterface
  private interface ZooKeeperTask {
    void run() throws KeeperException, InterruptedException;
  }

  private WarmRequestWatch(
      RegionServerServices server,
      LighterZNodes znodes,
      RegionServerWarmups shared,
      WarmupSettings settings) {
    super(server.getZooKeeper());
    this.znodes = znodes;
    this.thread =
        Executors.newSingleThreadScheduledExecutor(
            WarmupScheduler.threadsNamed("lighter-warm-requests"));
    this.requests =
        new WarmRequests(
            new ZooKeeperWarmRequestStore(server.getZooKeeper(), znodes, server.getServerName()),
            new TableRegions(server, shared, settings),
            shared.scheduler()::submitRequested,
            this::requestReport,
            System::nanoTime,
            () -> ThreadLocalRandom.current().nextDouble());
  }

  /**
   * Starts watching.
   *
   * @param settings settings of the site
   */
  public static WarmRequestWatch start(
      RegionServerServices server,
      LighterZNodes znodes,
      RegionServerWarmups shared,
      WarmupSettings settings) {
    WarmRequestWatch watch = new WarmRequestWatch(server, znodes, shared, settings);
    watch.watcher.registerListener(watch);
    // The futures are not needed: close() ends the tasks, and attempt() throws nothing.
    Future<?> unused =
        watch.thread.scheduleWithFixedDelay(watch::look, 0, LOOK_SECONDS, TimeUnit.SECONDS);
    unused =
        watch.thread.scheduleWithFixedDelay(
            watch::report, REPORT_SECONDS, REPORT_SECONDS, TimeUnit.SECONDS);
    return watch;
  }

  @Override
  public void nodeCreated(String path) {
    onEvent(path);
  }

  @Override
  public void nodeDeleted(String path) {
    onEvent(path);
  }

  @Override
  public void nodeChildrenChanged(String path) {
    onEvent(path);
  }

  private void onEvent(String path) {
    if (path.startsWith(znodes.warmRequests()) && lookQueued.compareAndSet(false, true)) {
      execute(this::look);
    }
  }

  private void requestReport() {
    execute(this::report);
  }

  private void execute(Runnable task) {
    try {
      thread.execute(task);
    } catch (RejectedExecutionException e) {
      LOG.debug("event ignored: reason=closed", e);
    }
  }

  /** Reads the requests. Clears the flag first, so that a later event queues a reading. */
  private void look() {
    lookQueued.set(false);
    attempt(requests::look);
  }

  private void report() {
    attempt(requests::report);
  }

  private void attempt(ZooKeeperTask task) {
    try {
      task.run();
    } catch (KeeperException | RuntimeException | Error e) { // the next reading comes soon
      LOG.warn("cannot read warm requests: path={}", znodes.warmRequests(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Closes without waiting; running warm-ups end with their regions. */
  @Override
  public void close() {
    watcher.unregisterListener(this);
    thread.shutdownNow();
  }
}
