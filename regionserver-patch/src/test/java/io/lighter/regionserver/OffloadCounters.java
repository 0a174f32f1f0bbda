// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver;

import io.lighter.common.metrics.MetricProcess;
import io.lighter.regionserver.local.LocalReason;
import java.util.Optional;
import org.apache.hadoop.hbase.metrics.Counter;
import org.apache.hadoop.hbase.metrics.Gauge;
import org.apache.hadoop.hbase.metrics.Metric;
import org.apache.hadoop.hbase.metrics.MetricRegistries;

/** The plug-in's counters in this JVM, over all region servers of a mini cluster. */
public final class OffloadCounters {
  private OffloadCounters() {}

  /** Compactions whose output was taken over. */
  public static long offloaded() {
    return counter("offloadedCompactions");
  }

  /** Of them, those whose job an earlier owner of the region had submitted. */
  public static long adopted() {
    return counter("adoptedCompactions");
  }

  /**
   * Jobs of earlier owners that were not adopted.
   *
   * @param reason a word of the log
   */
  public static long notAdopted(String reason) {
    return counter("adoptionsDropped_" + reason);
  }

  /** Compactions that the region server itself gave up. */
  public static long cancelled() {
    return counter("cancelledCompactions");
  }

  /** Compactions that an operator cancelled. */
  public static long cancelledByOperator() {
    return counter("compactionsCancelledByOperator");
  }

  /** Compactions that ran on a region server for {@code reason}. */
  public static long local(LocalReason reason) {
    return counter("localCompactions_" + reason.tag());
  }

  /** Jobs submitted and not yet ended. */
  public static int inFlight() {
    return metric("compactionsInFlight").map(m -> (Integer) ((Gauge<?>) m).getValue()).orElse(0);
  }

  /** Outputs of which the region server set replication or permissions. */
  public static long outputsCorrected() {
    return counter("outputsCorrected");
  }

  /** Outputs that were taken over with other blocks or checksums than the region server's. */
  public static long outputsDifferent() {
    return counter("outputsDifferent");
  }

  /** Outputs that have most of their bytes on other machines than the region server's. */
  public static long outputsWithoutLocalReplica() {
    return counter("outputsWithoutLocalReplica");
  }

  /** Number of completed and of ended warm-ups. */
  public static long warmupsOver() {
    return counter("warmupsCompleted") + counter("warmupsEnded");
  }

  /** Flushes of tiered stores that went to another tier. */
  public static long flushSpills() {
    return counter("tieredFlushSpills");
  }

  /** Merges of tiered stores that went to another tier. */
  public static long mergeSpills() {
    return counter("tieredMergeSpills");
  }

  /** One of the counters of warm-ups. */
  public static long warmup(String name) {
    return counter(name);
  }

  /** Running warm-ups, by counters, since several region servers share one gauge. */
  public static long warming() {
    return counter("warmupsStarted") - warmupsOver();
  }

  private static long counter(String name) {
    return metric(name).map(m -> ((Counter) m).getCount()).orElse(0L);
  }

  private static Optional<Metric> metric(String name) {
    return MetricRegistries.global()
        .get(MetricProcess.REGION_SERVER.registry())
        .flatMap(registry -> registry.get(name));
  }
}
