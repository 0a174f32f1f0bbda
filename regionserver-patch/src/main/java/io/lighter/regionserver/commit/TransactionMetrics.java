// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.commit;

import io.lighter.common.metrics.LighterMetric;
import io.lighter.common.metrics.MetricSet;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.IntSupplier;
import org.apache.hadoop.hbase.metrics.Counter;

/** The metrics of transactions, among the plug-in's. Thread-safe. */
public final class TransactionMetrics {
  private final Counter committed;
  private final Map<RefusalCause, Counter> refused = new EnumMap<>(RefusalCause.class);

  /**
   * Registers the metrics; the owner of the registry removes them.
   *
   * @param open number of open transactions
   */
  public TransactionMetrics(MetricSet metrics, IntSupplier open) {
    committed = metrics.counter(LighterMetric.TRANSACTIONS_COMMITTED);
    for (RefusalCause cause : RefusalCause.values()) {
      refused.put(cause, metrics.counter(LighterMetric.TRANSACTIONS_REFUSED, cause.tag()));
    }
    metrics.gauge(LighterMetric.TRANSACTIONS_OPEN, open::getAsInt);
  }

  /** Counts a transaction that was applied. */
  void committed() {
    committed.increment();
  }

  /** Counts a refused call. */
  void refused(RefusalCause cause) {
    refused.get(cause).increment();
  }

  long committedCount() {
    return committed.getCount();
  }

  long refusedCount(RefusalCause cause) {
    return refused.get(cause).getCount();
  }
}
