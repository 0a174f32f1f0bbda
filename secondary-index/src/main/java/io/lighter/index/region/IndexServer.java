// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.region;

import io.lighter.common.MonotonicClock;
import io.lighter.common.metrics.LighterMetric;
import io.lighter.common.metrics.MetricProcess;
import io.lighter.common.metrics.MetricSet;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.metrics.MetricRegistries;
import org.apache.hadoop.hbase.metrics.MetricRegistry;
import org.apache.hbase.thirdparty.com.google.common.util.concurrent.ThreadFactoryBuilder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the indexed regions of one region server share: the connection, the limits, the metrics, and
 * the threads that remove superseded and stale entries. Thread-safe.
 *
 * <p>HBase gives the coprocessors of one class a common map. The object is there, under the name of
 * the region server, since a test runs several in one JVM, from the first region to the last.
 */
final class IndexServer implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(IndexServer.class);

  /** How long a region of an index is refused after it timed out. */
  private static final Duration BREAKER_OPEN = Duration.ofSeconds(1);

  private static final int LOOKS_PER_DELAY = 10;
  private static final long LEAST_LOOK_MS = 20;
  private static final long MOST_LOOK_MS = 1_000;

  private final MetricRegistry registry;
  private final IndexTables tables;
  private final IndexWrites.Shared shared;
  private final ScheduledExecutorService removals;

  /** Empty if lookups ask in vain. */
  private final Optional<Repairer> repairer;

  private final ScheduledExecutorService repairs;

  /** Number of regions. Guarded by the map's lock of the entry. */
  private int users;

  private IndexServer(Configuration site, IndexSettings settings) {
    MonotonicClock clock = MonotonicClock.system();
    RemovalQueue queue = new RemovalQueue(clock, settings.removalDelay(), settings.removalQueue());
    Bulkhead bulkhead = new Bulkhead(settings.mostWaiting());
    // The registry is counted: the plug-in's other metrics are in the same one.
    this.registry = MetricRegistries.global().create(MetricProcess.REGION_SERVER.registry());
    IndexRegionMetrics metrics =
        new IndexRegionMetrics(
            new MetricSet(MetricProcess.REGION_SERVER, registry), bulkhead::waiting, queue::size);
    this.tables = new IndexTables(site, settings.writeTimeout(), clock);
    EntrySender sender = new EntrySender(tables, metrics);
    EntryWriter writer =
        new EntryWriter(
            tables,
            sender,
            new Breaker(clock, BREAKER_OPEN),
            metrics,
            clock,
            settings.writeTimeout());
    this.shared = new IndexWrites.Shared(writer, queue, bulkhead, metrics, settings.lockWait());
    RepairQueue asked = new RepairQueue(clock, settings.removalDelay(), settings.repairQueue());
    Remover remover = new Remover(queue, sender, metrics, settings.writeTimeout(), asked::forget);
    this.repairer =
        settings.repairEnabled()
            ? Optional.of(
                new Repairer(
                    asked, sender, metrics, clock, settings.repairRate(), settings.writeTimeout()))
            : Optional.empty();
    this.removals = thread("lighter-index-removals");
    this.repairs = thread("lighter-index-repairs");
    long look =
        Math.min(
            MOST_LOOK_MS,
            Math.max(LEAST_LOOK_MS, settings.removalDelay().toMillis() / LOOKS_PER_DELAY));
    every(look, removals, remover::round);
    repairer.ifPresent(some -> every(look, repairs, some::round));
  }

  /** A thread that is not started before it has a task. */
  private static ScheduledExecutorService thread(String name) {
    return Executors.newSingleThreadScheduledExecutor(
        new ThreadFactoryBuilder().setNameFormat(name).setDaemon(true).build());
  }

  private static void every(long millis, ScheduledExecutorService thread, Runnable round) {
    // The future is not needed: close() ends the task.
    Future<?> unused =
        thread.scheduleWithFixedDelay(() -> guarded(round), millis, millis, TimeUnit.MILLISECONDS);
  }

  private static void guarded(Runnable round) {
    try {
      round.run();
    } catch (RuntimeException e) { // an exception would end the timer
      LOG.error("a round of removals of index entries failed", e);
    }
  }

  /**
   * Returns the object of a region server for one more region, created for the first one. {@link
   * #release} has to follow.
   */
  static IndexServer acquire(
      ConcurrentMap<String, Object> shared, String server, Configuration site) {
    return (IndexServer)
        shared.compute(
            server,
            (name, present) -> {
              IndexServer all =
                  present == null
                      ? new IndexServer(
                          site, IndexSettings.of(site, problem -> LOG.error("{}", problem)))
                      : (IndexServer) present;
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
              IndexServer all = (IndexServer) present;
              all.users--;
              if (all.users > 0) {
                return all;
              }
              all.close();
              return null;
            });
  }

  IndexWrites.Shared shared() {
    return shared;
  }

  /** What does what lookups ask for; empty if that is off. */
  Optional<Repairer> repairer() {
    return repairer;
  }

  @Override
  public void close() {
    removals.shutdownNow();
    repairs.shutdownNow();
    try {
      tables.close();
    } catch (IOException e) {
      LOG.warn("cannot close the connection of the indexes", e);
    }
    boolean unused = registry.remove(LighterMetric.INDEX_WAITING_HANDLERS.metricName());
    unused = registry.remove(LighterMetric.INDEX_REMOVAL_QUEUE.metricName());
    MetricRegistries.global().remove(MetricProcess.REGION_SERVER.registry());
  }
}
