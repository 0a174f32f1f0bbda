// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.region;

import io.lighter.common.metrics.LighterMetric;
import io.lighter.common.metrics.MetricSet;
import java.util.List;
import java.util.function.IntSupplier;
import org.apache.hadoop.hbase.metrics.Counter;
import org.apache.hadoop.hbase.metrics.Histogram;
import org.apache.hadoop.hbase.metrics.Snapshot;
import org.apache.hadoop.hbase.metrics.impl.HistogramImpl;

/** The metrics of indexes of a region server, among the plug-in's. Thread-safe. */
public final class IndexRegionMetrics {
  private final Counter inserts;
  private final Counter insertsSkipped;
  private final Histogram insertMillis;
  private final Counter insertFailures;
  private final Counter serverCalls;
  private final Counter sentAgain;
  private final Counter refusedByBreaker;
  private final Counter refusedBusy;
  private final Counter removals;
  private final Counter removalsDropped;
  private final Counter repairsAsked;
  private final Counter repairs;
  private final Counter repairsRefused;
  private final Counter repairsDropped;
  private final IntSupplier queued;

  /** Times of inserts since the last {@link #activity}. The registered one has other readers. */
  private final HistogramImpl recentMillis = new HistogramImpl();

  /**
   * Registers the metrics; the owner of the registry removes the gauges.
   *
   * @param waiting number of waiting handlers
   * @param queued number of rows that wait for removal
   */
  public IndexRegionMetrics(MetricSet metrics, IntSupplier waiting, IntSupplier queued) {
    inserts = metrics.counter(LighterMetric.INDEX_INSERTS);
    insertsSkipped = metrics.counter(LighterMetric.INDEX_INSERTS_SKIPPED);
    insertMillis = metrics.histogram(LighterMetric.INDEX_INSERT_MILLIS);
    insertFailures = metrics.counter(LighterMetric.INDEX_INSERT_FAILURES);
    serverCalls = metrics.counter(LighterMetric.INDEX_SERVER_CALLS);
    sentAgain = metrics.counter(LighterMetric.INDEX_SERVER_CALL_FALLBACKS);
    refusedByBreaker = metrics.counter(LighterMetric.INDEX_REFUSED_BY_BREAKER);
    refusedBusy = metrics.counter(LighterMetric.INDEX_REFUSED_BUSY);
    removals = metrics.counter(LighterMetric.INDEX_REMOVALS);
    removalsDropped = metrics.counter(LighterMetric.INDEX_REMOVALS_DROPPED);
    repairsAsked = metrics.counter(LighterMetric.INDEX_REPAIRS_ASKED);
    repairs = metrics.counter(LighterMetric.INDEX_REPAIRS);
    repairsRefused = metrics.counter(LighterMetric.INDEX_REPAIRS_REFUSED);
    repairsDropped = metrics.counter(LighterMetric.INDEX_REPAIRS_DROPPED);
    this.queued = queued;
    metrics.gauge(LighterMetric.INDEX_WAITING_HANDLERS, waiting::getAsInt);
    metrics.gauge(LighterMetric.INDEX_REMOVAL_QUEUE, queued::getAsInt);
  }

  void inserted(int entries, long millis) {
    inserts.increment(entries);
    insertMillis.update(millis);
    recentMillis.update(millis);
  }

  void skipped(int keys) {
    insertsSkipped.increment(keys);
  }

  void insertFailed() {
    insertFailures.increment();
  }

  void serverCall() {
    serverCalls.increment();
  }

  void sentAgain(int regions) {
    sentAgain.increment(regions);
  }

  void refusedByBreaker() {
    refusedByBreaker.increment();
  }

  void refusedBusy() {
    refusedBusy.increment();
  }

  void removed(int entries) {
    removals.increment(entries);
  }

  void removalsDropped(int rows) {
    removalsDropped.increment(rows);
  }

  void repairAsked() {
    repairsAsked.increment();
  }

  void repaired(int entries) {
    repairs.increment(entries);
  }

  void repairRefused() {
    repairsRefused.increment();
  }

  void repairsDropped(int entries) {
    repairsDropped.increment(entries);
  }

  /** The present numbers; called by one reporter. */
  IndexActivity activity() {
    Snapshot recent = recentMillis.snapshot(); // and begins anew
    return new IndexActivity(
        inserts.getCount(),
        insertFailures.getCount() + refusedByBreaker.getCount() + refusedBusy.getCount(),
        removals.getCount(),
        removalsDropped.getCount(),
        queued.getAsInt(),
        recent.getCount() == 0 ? 0 : recent.get99thPercentile());
  }

  long insertedCount() {
    return inserts.getCount();
  }

  long skippedCount() {
    return insertsSkipped.getCount();
  }

  long removedCount() {
    return removals.getCount();
  }

  long droppedCount() {
    return removalsDropped.getCount();
  }

  /** Requests of lookups: asked for, done, refused, dropped. */
  List<Long> repairCounts() {
    return List.of(
        repairsAsked.getCount(),
        repairs.getCount(),
        repairsRefused.getCount(),
        repairsDropped.getCount());
  }

  long serverCallCount() {
    return serverCalls.getCount();
  }

  long sentAgainCount() {
    return sentAgain.getCount();
  }

  long breakerCount() {
    return refusedByBreaker.getCount();
  }
}
