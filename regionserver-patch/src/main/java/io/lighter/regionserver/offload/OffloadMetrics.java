// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.offload;

import io.lighter.common.metrics.LighterMetric;
import io.lighter.common.metrics.MetricProcess;
import io.lighter.common.metrics.MetricSet;
import io.lighter.common.protocol.LighterProtos.ReasonCount;
import io.lighter.common.protocol.LighterProtos.RegionServerReport;
import io.lighter.regionserver.local.LocalReason;
import io.lighter.regionserver.pressure.Pressure;
import io.lighter.regionserver.structure.StructureMetrics;
import io.lighter.regionserver.wal.WalMetrics;
import io.lighter.regionserver.warmup.remote.WarmupMetrics;
import java.io.Closeable;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.metrics.Counter;
import org.apache.hadoop.hbase.metrics.MetricRegistries;
import org.apache.hadoop.hbase.metrics.Timer;

/**
 * The plug-in's counters, which {@link LighterMetric} describes. Counters start at 0 with the
 * process. Thread-safe.
 */
final class OffloadMetrics implements Closeable {
  private final Counter offloaded;
  private final Counter offloadedBytes;
  private final Counter adopted;
  private final Counter left;
  private final Map<DropReason, Counter> dropped = new EnumMap<>(DropReason.class);
  private final Counter failedAttempts;
  private final Counter groupFallbacks;
  private final Counter cancelled;
  private final Counter cancelledByOperator;
  private final Counter outputsCorrected;
  private final Counter outputsDifferent;
  private final Counter outputsWithoutLocalReplica;
  private final Timer offloadTime;
  private final Map<LocalReason, Counter> local = new EnumMap<>(LocalReason.class);
  private final AtomicInteger inFlight = new AtomicInteger();
  private final WarmupMetrics warmup;
  private final StructureMetrics structures;
  private final WalMetrics wal;
  private volatile Supplier<Pressure> pressure = () -> Pressure.UNKNOWN;

  OffloadMetrics() {
    MetricSet metrics =
        new MetricSet(
            MetricProcess.REGION_SERVER,
            MetricRegistries.global().create(MetricProcess.REGION_SERVER.registry()));
    offloaded = metrics.counter(LighterMetric.OFFLOADED_COMPACTIONS);
    offloadedBytes = metrics.counter(LighterMetric.OFFLOADED_INPUT_BYTES);
    adopted = metrics.counter(LighterMetric.ADOPTED_COMPACTIONS);
    left = metrics.counter(LighterMetric.JOBS_LEFT);
    for (DropReason reason : DropReason.values()) {
      dropped.put(reason, metrics.counter(LighterMetric.ADOPTIONS_DROPPED, reason.tag()));
    }
    failedAttempts = metrics.counter(LighterMetric.FAILED_ATTEMPTS);
    groupFallbacks = metrics.counter(LighterMetric.GROUP_FALLBACKS);
    cancelled = metrics.counter(LighterMetric.CANCELLED_COMPACTIONS);
    cancelledByOperator = metrics.counter(LighterMetric.COMPACTIONS_CANCELLED_BY_OPERATOR);
    outputsCorrected = metrics.counter(LighterMetric.OUTPUTS_CORRECTED);
    outputsDifferent = metrics.counter(LighterMetric.OUTPUTS_DIFFERENT);
    outputsWithoutLocalReplica = metrics.counter(LighterMetric.OUTPUTS_WITHOUT_LOCAL_REPLICA);
    offloadTime = metrics.timer(LighterMetric.OFFLOAD_TIME);
    for (LocalReason reason : LocalReason.values()) {
      local.put(reason, metrics.counter(LighterMetric.LOCAL_COMPACTIONS, reason.tag()));
    }
    metrics.gauge(LighterMetric.COMPACTIONS_IN_FLIGHT, inFlight::get);
    metrics.gauge(
        LighterMetric.WAL_SYNC_PRESSURE, () -> Pressure.percent(pressure.get().walSync()));
    metrics.gauge(
        LighterMetric.HANDLER_PRESSURE, () -> Pressure.percent(pressure.get().handlers()));
    warmup = new WarmupMetrics(metrics);
    structures = new StructureMetrics(metrics);
    wal = new WalMetrics(metrics);
  }

  /** Shows the load on this region server from now on. */
  void observe(Supplier<Pressure> load) {
    pressure = load;
  }

  WarmupMetrics warmup() {
    return warmup;
  }

  /** The metrics of tables. */
  StructureMetrics structures() {
    return structures;
  }

  /** The metrics of the write-ahead logs. */
  WalMetrics wal() {
    return wal;
  }

  /** Counts a submitted job; {@link #jobEnded} follows. */
  void jobStarted() {
    inFlight.incrementAndGet();
  }

  void jobEnded() {
    inFlight.decrementAndGet();
  }

  /**
   * Counts a job whose output was taken over.
   *
   * @param inputBytes sum of the inputs' lengths
   * @param nanos time from the first submission to the takeover
   */
  void offloaded(long inputBytes, long nanos) {
    offloaded.increment();
    offloadedBytes.increment(inputBytes);
    offloadTime.update(nanos, TimeUnit.NANOSECONDS);
  }

  /** Counts a job of an earlier owner whose output was taken over; {@link #offloaded} as well. */
  void adopted() {
    adopted.increment();
  }

  /** Counts a job that was left to the region's next owner; {@link #cancelled} as well. */
  void left() {
    left.increment();
  }

  /** Counts a job of an earlier owner that was not adopted. */
  void adoptionDropped(DropReason reason) {
    dropped.get(reason).increment();
  }

  /** Counts a failed attempt on one server; another attempt or a local compaction follows. */
  void attemptFailed() {
    failedAttempts.increment();
  }

  /** Counts an output whose replication or permissions the region server set. */
  void outputCorrected() {
    outputsCorrected.increment();
  }

  /** Counts an output with other blocks or checksums than the region server writes. */
  void outputDifferent() {
    outputsDifferent.increment();
  }

  /** Counts an output with less than half of its bytes on this machine. */
  void outputNotLocal() {
    outputsWithoutLocalReplica.increment();
  }

  /** Counts a compaction that was offloaded to a server of the fallback group. */
  void fellBackToAnotherGroup() {
    groupFallbacks.increment();
  }

  /** Counts a compaction that the region server gave up: close, split, move, compaction switch. */
  void cancelled() {
    cancelled.increment();
  }

  /** Counts a job that an operator cancelled, which ended its compaction. */
  void cancelledByOperator() {
    cancelledByOperator.increment();
  }

  void ranLocally(LocalReason reason) {
    local.get(reason).increment();
  }

  /** Number of local compactions for {@code reason}. */
  long localCompactions(LocalReason reason) {
    return local.get(reason).getCount();
  }

  /** Adds the counters to a report. */
  void addTo(RegionServerReport.Builder report) {
    report
        .setOffloaded(offloaded.getCount())
        .setAdopted(adopted.getCount())
        .setFailedAttempts(failedAttempts.getCount())
        .setCancelled(cancelled.getCount())
        .setAway(inFlight.get())
        .setWarmupsCompleted(warmup.completed())
        .setWarmupsEndedEarly(warmup.endedEarly())
        .setOutputsWithoutLocalReplica(outputsWithoutLocalReplica.getCount());
    local.forEach(
        (reason, counter) -> {
          if (counter.getCount() > 0) {
            report.addLocal(
                ReasonCount.newBuilder()
                    .setReason(reason.tag())
                    .setCount(counter.getCount())
                    .setFailure(reason.isFailure()));
          }
        });
  }

  @Override
  public void close() {
    MetricRegistries.global().remove(MetricProcess.REGION_SERVER.registry());
  }
}
