// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.wal;

import io.lighter.common.metrics.LighterMetric;
import io.lighter.common.metrics.MetricSet;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.metrics.Counter;

/** The metrics of the bound on pending entries, among the plug-in's. Thread-safe. */
public final class WalMetrics {
  private final Counter syncs;
  private final Counter failures;
  private volatile LongSupplier oldestMs = () -> 0;

  /** Registers the metrics; the owner of the registry removes them. */
  public WalMetrics(MetricSet metrics) {
    syncs = metrics.counter(LighterMetric.WAL_ASYNC_SYNCS);
    failures = metrics.counter(LighterMetric.WAL_ASYNC_SYNC_FAILURES);
    metrics.gauge(LighterMetric.WAL_ASYNC_OLDEST, () -> oldestMs.getAsLong());
  }

  /** Shows this age from now on. */
  void observe(LongSupplier ageMs) {
    oldestMs = ageMs;
  }

  /** Counts a sync that begins. */
  void syncBegins() {
    syncs.increment();
  }

  /** Counts a sync or a look at the logs that failed. */
  void failed() {
    failures.increment();
  }

  long syncs() {
    return syncs.getCount();
  }

  long failures() {
    return failures.getCount();
  }
}
