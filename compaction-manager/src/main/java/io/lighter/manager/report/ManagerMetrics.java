// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.report;

import io.lighter.common.MonotonicClock;
import io.lighter.common.metrics.LighterMetric;
import io.lighter.common.metrics.MetricProcess;
import io.lighter.common.metrics.MetricSet;
import io.lighter.manager.cluster.Leadership;
import java.io.Closeable;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.metrics.Counter;
import org.apache.hadoop.hbase.metrics.MetricRegistries;

/**
 * The manager's metrics, which {@link LighterMetric} describes. All counters start at 0 with the
 * process. Thread-safe.
 */
public final class ManagerMetrics implements Closeable {
  private static final long NEVER = Long.MIN_VALUE;

  private final MetricRegistries registries;
  private final MetricSet metrics;
  private final MonotonicClock clock;
  private final Counter slotsMoved;
  private final Counter slotsMovedByLoad;
  private final Counter balanceMoves;
  private final Counter collectionRounds;
  private final Counter collectionRoundFailures;
  private final Counter collectionBytesDropped;
  private final Counter reportsReceived;
  private final Counter regionReadFailures;
  private final Counter assignmentFailures;
  private final Counter assignmentConflicts;
  private final Counter refusedCalls;
  private final Counter unknownCallers;
  private volatile long regionsReadAtNanos = NEVER;

  public ManagerMetrics(MetricRegistries registries, MonotonicClock clock) {
    this.registries = registries;
    this.metrics =
        new MetricSet(MetricProcess.MANAGER, registries.create(MetricProcess.MANAGER.registry()));
    this.clock = clock;
    this.slotsMoved = metrics.counter(LighterMetric.MANAGER_SLOTS_MOVED);
    this.slotsMovedByLoad = metrics.counter(LighterMetric.MANAGER_SLOTS_MOVED_BY_LOAD);
    this.balanceMoves = metrics.counter(LighterMetric.MANAGER_BALANCE_MOVES);
    this.collectionRounds = metrics.counter(LighterMetric.MANAGER_COLLECTION_ROUNDS);
    this.collectionRoundFailures = metrics.counter(LighterMetric.MANAGER_COLLECTION_ROUND_FAILURES);
    this.collectionBytesDropped = metrics.counter(LighterMetric.MANAGER_COLLECTION_BYTES_DROPPED);
    this.reportsReceived = metrics.counter(LighterMetric.MANAGER_REPORTS_RECEIVED);
    this.regionReadFailures = metrics.counter(LighterMetric.MANAGER_REGION_READ_FAILURES);
    this.assignmentFailures = metrics.counter(LighterMetric.MANAGER_ASSIGNMENT_FAILURES);
    this.assignmentConflicts = metrics.counter(LighterMetric.MANAGER_ASSIGNMENT_CONFLICTS);
    this.refusedCalls = metrics.counter(LighterMetric.MANAGER_REFUSED_CALLS);
    this.unknownCallers = metrics.counter(LighterMetric.MANAGER_UNKNOWN_CALLERS);
  }

  /**
   * Numbers of alerts on the dashboard, read on demand.
   *
   * @param tablesStayingLocal tables whose compactions stay local
   * @param tablesMisplaced tables with blocks on other types of storage than their tiers ask for
   * @param tablesWithLateMerges tables whose merges are late
   * @param tablesWithBrokenIndexes tables whose regions keep no index or refuse writes
   * @param tablesWithSuspectIndexes tables with an index whose entries may be missing
   * @param switchedOff 1 while all tables are switched off, else 0
   */
  public record Alerts(
      IntSupplier all,
      IntSupplier tablesStayingLocal,
      IntSupplier tablesMisplaced,
      IntSupplier tablesWithLateMerges,
      IntSupplier tablesWithBrokenIndexes,
      IntSupplier tablesWithSuspectIndexes,
      IntSupplier switchedOff) {}

  /**
   * Adds the metrics whose values are read on demand.
   *
   * @param liveServers number of live servers; -1: not read yet
   * @param wantedServers number of servers needed; -1: not known
   * @param alerts numbers of alerts on the dashboard
   */
  public void observe(
      Leadership leadership,
      IntSupplier liveServers,
      Supplier<ClusterState> cluster,
      IntSupplier wantedServers,
      Alerts alerts) {
    metrics.gauge(LighterMetric.MANAGER_LEADER, () -> leadership.isLeader() ? 1 : 0);
    metrics.gauge(LighterMetric.MANAGER_LIVE_SERVERS, liveServers::getAsInt);
    metrics.gauge(LighterMetric.MANAGER_ALERTS, alerts.all()::getAsInt);
    metrics.gauge(
        LighterMetric.MANAGER_TABLES_STAYING_LOCAL, alerts.tablesStayingLocal()::getAsInt);
    metrics.gauge(LighterMetric.MANAGER_TABLES_MISPLACED, alerts.tablesMisplaced()::getAsInt);
    metrics.gauge(
        LighterMetric.MANAGER_TABLES_WITH_LATE_MERGES, alerts.tablesWithLateMerges()::getAsInt);
    metrics.gauge(
        LighterMetric.MANAGER_TABLES_WITH_BROKEN_INDEXES,
        alerts.tablesWithBrokenIndexes()::getAsInt);
    metrics.gauge(
        LighterMetric.MANAGER_TABLES_WITH_SUSPECT_INDEXES,
        alerts.tablesWithSuspectIndexes()::getAsInt);
    metrics.gauge(LighterMetric.MANAGER_SWITCHED_OFF, alerts.switchedOff()::getAsInt);
    metrics.gauge(LighterMetric.MANAGER_WANTED_SERVERS, wantedServers::getAsInt);
    metrics.gauge(LighterMetric.MANAGER_REGIONS_AGE, this::regionsAgeMs);
    metrics.gauge(
        LighterMetric.MANAGER_GROUPS_WITHOUT_SERVER, () -> cluster.get().groupsWithoutServer());
    metrics.gauge(LighterMetric.MANAGER_QUEUED_JOBS, () -> cluster.get().queuedJobs());
    metrics.gauge(LighterMetric.MANAGER_RUNNING_JOBS, () -> cluster.get().runningJobs());
    metrics.gauge(LighterMetric.MANAGER_IDLE_BESIDE_QUEUE, () -> cluster.get().idleBesideQueue());
    metrics.gauge(LighterMetric.MANAGER_OLDEST_JOB_AGE, () -> cluster.get().oldestJobAgeMs());
    metrics.gauge(LighterMetric.MANAGER_FAILURES_IN_A_ROW, () -> cluster.get().failuresInARow());
  }

  public void slotsMoved(int slots) {
    slotsMoved.increment(slots);
  }

  /** Counts a written round that moved this number of slots, or 0. */
  public void slotsMovedByLoad(int slots) {
    if (slots > 0) {
      slotsMovedByLoad.increment(slots);
      balanceMoves.increment();
    }
  }

  /** Counts a round of collection that completed. */
  public void collectionRound(long bytesDropped) {
    collectionRounds.increment();
    collectionBytesDropped.increment(bytesDropped);
  }

  public void collectionRoundFailed() {
    collectionRoundFailures.increment();
  }

  public void reportReceived() {
    reportsReceived.increment();
  }

  public void regionsRead() {
    regionsReadAtNanos = clock.nanoTime();
  }

  public void regionReadFailed() {
    regionReadFailures.increment();
  }

  public void assignmentFailed() {
    assignmentFailures.increment();
  }

  public void assignmentConflict() {
    assignmentConflicts.increment();
  }

  public void callRefused() {
    refusedCalls.increment();
  }

  public void callerUnknown() {
    unknownCallers.increment();
  }

  private long regionsAgeMs() {
    long at = regionsReadAtNanos;
    return at == NEVER ? -1 : TimeUnit.NANOSECONDS.toMillis(clock.nanoTime() - at);
  }

  @Override
  public void close() {
    registries.remove(MetricProcess.MANAGER.registry());
  }
}
