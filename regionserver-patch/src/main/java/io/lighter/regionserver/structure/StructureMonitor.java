// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.structure;

import io.lighter.common.MonotonicClock;
import io.lighter.common.protocol.LighterProtos.IndexActivity;
import io.lighter.common.protocol.LighterProtos.RegionServerReport;
import io.lighter.index.region.IndexObserver;
import java.io.Closeable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.client.RegionReplicaUtil;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.Region;
import org.apache.hbase.thirdparty.com.google.common.util.concurrent.ThreadFactoryBuilder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Observes the stores of all users' tables of a region server, whatever their engine. A thread of
 * its own takes a sample each {@link #INTERVAL}, from HBase's lists in memory. A store that cannot
 * be read is logged, and hides no other one. Thread-safe.
 */
public final class StructureMonitor implements Closeable {
  /** Time between two samples, much shorter than HBase's time until files are archived. */
  static final Duration INTERVAL = Duration.ofSeconds(10);

  private static final Logger LOG = LoggerFactory.getLogger(StructureMonitor.class);

  private final Supplier<? extends Collection<? extends Region>> regions;
  private final UnreadableStores unreadable;
  private final TableStructures tables;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          new ThreadFactoryBuilder().setNameFormat("lighter-structure").setDaemon(true).build());

  /** Whether the last sample failed. Used by the thread that calls {@link #tick} alone. */
  private boolean failed;

  /**
   * Creates a monitor of 1,000 tables at most, which {@link #start} starts.
   *
   * @param regions lists the region server's open regions
   */
  public StructureMonitor(
      Supplier<? extends Collection<? extends Region>> regions,
      StructureMetrics metrics,
      MonotonicClock clock) {
    this(regions, metrics, clock, TableStructures.MOST_TABLES);
  }

  /**
   * Creates a monitor, which {@link #start} starts.
   *
   * @param regions lists the region server's open regions
   * @param mostTables how many tables have metrics, at least 1. The number of others is logged,
   *     once an hour while there are some.
   */
  public StructureMonitor(
      Supplier<? extends Collection<? extends Region>> regions,
      StructureMetrics metrics,
      MonotonicClock clock,
      int mostTables) {
    this.regions = regions;
    this.unreadable = new UnreadableStores(clock);
    this.tables = new TableStructures(metrics, unreadable, clock, mostTables);
  }

  /** Starts to take samples, until {@link #close}. */
  public void start() {
    // The future is not needed: close() ends the task, and tick() throws nothing.
    Future<?> unused =
        thread.scheduleWithFixedDelay(this::tick, 0, INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Takes a sample; called by one thread at a time. A failure is logged, and not the next ones. */
  public void tick() {
    try {
      tables.sample(stores());
      failed = false;
    } catch (RuntimeException | Error e) { // an exception would end the task
      if (!failed) {
        failed = true;
        LOG.warn("cannot look at the stores of this region server", e);
      }
    }
  }

  private List<HStore> stores() {
    List<HStore> stores = new ArrayList<>();
    for (Region region : regions.get()) {
      if (region instanceof HRegion open
          && !open.getRegionInfo().getTable().isSystemTable()
          && RegionReplicaUtil.isDefaultReplica(open.getRegionInfo())) {
        stores.addAll(open.getStores());
      }
    }
    return stores;
  }

  /**
   * Adds the tables of the last sample to a report, and the present stores of some tables.
   *
   * @param storesOf names of the tables whose stores are added, by region
   */
  public void addTo(RegionServerReport.Builder report, Set<String> storesOf) {
    tables.addTo(report);
    indexActivity().ifPresent(report::setIndexActivity);
    if (!storesOf.isEmpty()) {
      List<HStore> asked =
          stores().stream()
              .filter(store -> storesOf.contains(store.getTableName().getNameAsString()))
              .sorted(
                  Comparator.comparing(HStore::getRegionInfo)
                      .thenComparing(HStore::getColumnFamilyName))
              .toList();
      StoreReports.addTo(report, asked, unreadable);
    }
  }

  /** What the region server did for indexes; empty if no region here keeps one. */
  private Optional<IndexActivity> indexActivity() {
    return regions.get().stream()
        .filter(HRegion.class::isInstance)
        .flatMap(region -> IndexObserver.of((HRegion) region).stream())
        .flatMap(observer -> observer.activity().stream())
        .findFirst() // the observers of a region server share the numbers
        .map(StructureMonitor::toProto);
  }

  private static IndexActivity toProto(io.lighter.index.region.IndexActivity activity) {
    return IndexActivity.newBuilder()
        .setInserts(activity.inserts())
        .setRefusedBatches(activity.refusedBatches())
        .setRemovals(activity.removals())
        .setRemovalsDropped(activity.removalsDropped())
        .setRemovalQueue(activity.removalQueue())
        .setInsertP99Ms(activity.insertP99Ms())
        .build();
  }

  /** Ends the thread; idempotent. */
  @Override
  public void close() {
    thread.shutdownNow();
  }
}
