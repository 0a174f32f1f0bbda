// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.commit;

import io.lighter.common.metrics.LighterMetric;
import io.lighter.common.metrics.MetricSet;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.IntSupplier;
import org.apache.hadoop.hbase.metrics.Counter;
import org.apache.hadoop.hbase.metrics.Histogram;

/** The metrics of transactions, among the plug-in's. Thread-safe. */
public final class TransactionMetrics {
  private final Counter committed;
  private final Counter flushCommits;
  private final Counter flushes;
  private final Histogram flushWait;
  private final Map<RefusalCause, Counter> refused = new EnumMap<>(RefusalCause.class);

  /**
   * Registers the metrics; the owner of the registry removes them.
   *
   * @param open number of open transactions
   * @param waiting number of durable commits that wait for flushes
   */
  public TransactionMetrics(MetricSet metrics, IntSupplier open, IntSupplier waiting) {
    committed = metrics.counter(LighterMetric.TRANSACTIONS_COMMITTED);
    flushCommits = metrics.counter(LighterMetric.FLUSH_COMMITS);
    flushes = metrics.counter(LighterMetric.FLUSH_COMMIT_FLUSHES);
    flushWait = metrics.histogram(LighterMetric.FLUSH_COMMIT_MILLIS);
    for (RefusalCause cause : RefusalCause.values()) {
      refused.put(cause, metrics.counter(LighterMetric.TRANSACTIONS_REFUSED, cause.tag()));
    }
    metrics.gauge(LighterMetric.TRANSACTIONS_OPEN, open::getAsInt);
    metrics.gauge(LighterMetric.FLUSH_COMMIT_WAITERS, waiting::getAsInt);
  }

  /** Counts a transaction that was applied. */
  void committed() {
    committed.increment();
  }

  /** Counts a durable commit that a flush has made durable, after so many milliseconds. */
  void flushCommitted(long millis) {
    flushCommits.increment();
    flushWait.update(millis);
  }

  /** Counts a flush that durable commits asked for. */
  void flushedForCommits() {
    flushes.increment();
  }

  /** Counts a refused call. */
  void refused(RefusalCause cause) {
    refused.get(cause).increment();
  }

  long committedCount() {
    return committed.getCount();
  }

  long flushCommitCount() {
    return flushCommits.getCount();
  }

  long flushCount() {
    return flushes.getCount();
  }

  long refusedCount(RefusalCause cause) {
    return refused.get(cause).getCount();
  }
}
