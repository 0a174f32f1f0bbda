// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.commit;

import io.lighter.common.MonotonicClock;
import io.lighter.common.metrics.LighterMetric;
import io.lighter.common.metrics.MetricProcess;
import io.lighter.common.metrics.MetricSet;
import java.io.Closeable;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.metrics.MetricRegistries;
import org.apache.hadoop.hbase.metrics.MetricRegistry;
import org.apache.hbase.thirdparty.com.google.common.util.concurrent.ThreadFactoryBuilder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the regions with transactions of one region server share: the options, the number of open
 * transactions, the last outcomes, the metrics, the timer that ends old snapshots, and the threads
 * that flush for durable commits. Thread-safe.
 *
 * <p>HBase gives the coprocessors of one class a common map. The object is there, under the name of
 * the region server, since a test runs several in one JVM, from the first region to the last.
 */
final class ServerTransactions implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(ServerTransactions.class);

  /** Looks of the timer while a snapshot reaches its age. */
  private static final int LOOKS_PER_AGE = 10;

  private static final long MOST_LOOK_MS = 1_000;

  /** Commits whose outcome is remembered, about 150 bytes each. */
  private static final int MOST_REMEMBERED = 50_000;

  /** Regions that are flushed for commits at a time. Each waits in the queue once at most. */
  private static final int FLUSHERS = 4;

  /** Part of the handlers that may wait for flushes. */
  private static final int WAITING_PART = 2;

  private final TransactionSettings settings;
  private final OpenCount count;
  private final OpenCount waiting;
  private final CommitOutcomes outcomes = new CommitOutcomes(MOST_REMEMBERED);
  private final MetricRegistry registry;
  private final TransactionMetrics metrics;
  private final Set<SnapshotPins> regions = ConcurrentHashMap.newKeySet();
  private final ScheduledExecutorService timer;
  private final ExecutorService flusher;

  /** Number of regions. Guarded by the map's lock of the entry. */
  private int users;

  private ServerTransactions(TransactionSettings settings, int handlers) {
    this.settings = settings;
    this.count = new OpenCount(settings.mostOpen());
    this.waiting = new OpenCount(Math.max(1, handlers / WAITING_PART));
    // The registry is counted: the plug-in's other metrics are in the same one.
    this.registry = MetricRegistries.global().create(MetricProcess.REGION_SERVER.registry());
    this.metrics =
        new TransactionMetrics(
            new MetricSet(MetricProcess.REGION_SERVER, registry), count::get, waiting::get);
    this.flusher =
        Executors.newFixedThreadPool(
            FLUSHERS,
            new ThreadFactoryBuilder()
                .setNameFormat("lighter-commit-flusher-%d")
                .setDaemon(true)
                .build());
    this.timer =
        Executors.newSingleThreadScheduledExecutor(
            new ThreadFactoryBuilder()
                .setNameFormat("lighter-transactions")
                .setDaemon(true)
                .build());
    long lookMs = Math.min(MOST_LOOK_MS, Math.max(1, settings.maxAge().toMillis() / LOOKS_PER_AGE));
    // The future is not needed: close() ends the task, and endOld() throws nothing.
    Future<?> unused =
        timer.scheduleWithFixedDelay(this::endOld, lookMs, lookMs, TimeUnit.MILLISECONDS);
  }

  /**
   * Returns the object of a region server for one more region, created for the first one. {@link
   * #release} has to follow.
   */
  static ServerTransactions acquire(
      ConcurrentMap<String, Object> shared, String server, Configuration site) {
    return (ServerTransactions)
        shared.compute(
            server,
            (name, present) -> {
              ServerTransactions all =
                  present == null
                      ? new ServerTransactions(
                          TransactionSettings.of(site, problem -> LOG.error("{}", problem)),
                          site.getInt(
                              HConstants.REGION_SERVER_HANDLER_COUNT,
                              HConstants.DEFAULT_REGION_SERVER_HANDLER_COUNT))
                      : (ServerTransactions) present;
              all.users++;
              return all;
            });
  }

  /** Gives the object back, which ends with its last region. */
  static void release(ConcurrentMap<String, Object> shared, String server) {
    Object unused =
        shared.computeIfPresent(
            server,
            (name, present) -> {
              ServerTransactions all = (ServerTransactions) present;
              all.users--;
              if (all.users > 0) {
                return all;
              }
              all.close();
              return null;
            });
  }

  /** Creates the empty set of snapshots of a region, until {@link #remove}. */
  SnapshotPins add(SnapshotPins.PinSource source) {
    SnapshotPins pins =
        new SnapshotPins(source, count, outcomes, settings.maxAge(), MonotonicClock.system());
    regions.add(pins);
    return pins;
  }

  /** Creates what makes commits of a region durable by flushes. */
  FlushCommits flushes(CommitMemory memory) {
    return new FlushCommits(memory, flusher, waiting, metrics, MonotonicClock.system());
  }

  void remove(SnapshotPins pins) {
    regions.remove(pins);
  }

  TransactionMetrics metrics() {
    return metrics;
  }

  private void endOld() {
    for (SnapshotPins pins : regions) {
      try {
        pins.endOld();
      } catch (RuntimeException e) { // an exception would end the timer
        LOG.warn("cannot end old snapshots of a region", e);
      }
    }
  }

  @Override
  public void close() {
    timer.shutdownNow();
    flusher.shutdown(); // an interrupt would make HBase abort the region server
    boolean unused = registry.remove(LighterMetric.TRANSACTIONS_OPEN.metricName());
    unused = registry.remove(LighterMetric.FLUSH_COMMIT_WAITERS.metricName());
    MetricRegistries.global().remove(MetricProcess.REGION_SERVER.registry());
  }
}
