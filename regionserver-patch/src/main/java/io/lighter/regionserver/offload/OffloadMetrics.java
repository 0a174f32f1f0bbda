package io.lighter.regionserver.offload;

import io.lighter.common.metrics.LighterMetric;
import io.lighter.common.metrics.MetricProcess;
import io.lighter.common.metrics.MetricSet;
import io.lighter.common.protocol.LighterProtos.ReasonCount;
import io.lighter.common.protocol.LighterProtos.RegionServerReport;
import io.lighter.regionserver.local.LocalReason;
import io.lighter.regionserver.warmup.remote.WarmupMetrics;
import java.io.Closeable;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.metrics.Counter;
import org.apache.hadoop.hbase.metrics.MetricRegistries;
import org.apache.hadoop.hbase.metrics.Timer;

/**
 * What the plug-in counts; {@link LighterMetric} says what each metric is. Counters start at 0 with
 * the process. Thread-safe.
 */
final class OffloadMetrics implements Closeable {
  private final Counter offloaded;
  private final Counter offloadedBytes;
  private final Counter failedAttempts;
  private final Counter groupFallbacks;
  private final Counter cancelled;
  private final Counter cancelledByOperator;
  private final Counter outputsCorrected;
  private final Counter outputsDifferent;
  private final Counter outputsWithoutLocalReplica;
  private final Timer offloadTime;
  private final Map<LocalReason, Counter> local = new EnumMap<>(LocalReason.class);
  private final AtomicInteger away = new AtomicInteger();
  private final WarmupMetrics warmup;

  OffloadMetrics() {
    MetricSet metrics =
        new MetricSet(
            MetricProcess.REGION_SERVER,
            MetricRegistries.global().create(MetricProcess.REGION_SERVER.registry()));
    offloaded = metrics.counter(LighterMetric.OFFLOADED_COMPACTIONS);
    offloadedBytes = metrics.counter(LighterMetric.OFFLOADED_INPUT_BYTES);
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
    metrics.gauge(LighterMetric.COMPACTIONS_AWAY, away::get);
    warmup = new WarmupMetrics(metrics);
  }

  WarmupMetrics warmup() {
    return warmup;
  }

  /** A job was submitted; {@link #jobEnded} follows. */
  void jobStarted() {
    away.incrementAndGet();
  }

  void jobEnded() {
    away.decrementAndGet();
  }

  /**
   * The output of a job was taken over.
   *
   * @param inputBytes sum of the inputs' lengths
   * @param nanos from the first submit to the takeover
   */
  void offloaded(long inputBytes, long nanos) {
    offloaded.increment();
    offloadedBytes.increment(inputBytes);
    offloadTime.update(nanos, TimeUnit.NANOSECONDS);
  }

  /** An attempt on one server failed; another attempt or a local run follows. */
  void attemptFailed() {
    failedAttempts.increment();
  }

  /** The region server set replication or permissions of an output. */
  void outputCorrected() {
    outputsCorrected.increment();
  }

  /** An output was taken over with other blocks or checksums than the region server writes. */
  void outputDifferent() {
    outputsDifferent.increment();
  }

  /** Most of an output has no replica on this machine. */
  void outputNotLocal() {
    outputsWithoutLocalReplica.increment();
  }

  /** A compaction was offloaded to a server of the group that stands in for its table's. */
  void fellBackToAnotherGroup() {
    groupFallbacks.increment();
  }

  /** The region server itself gave a compaction up: close, split, move, compaction switch. */
  void cancelled() {
    cancelled.increment();
  }

  /** An operator cancelled a job; its compaction ended with it. */
  void cancelledByOperator() {
    cancelledByOperator.increment();
  }

  void ranLocally(LocalReason reason) {
    local.get(reason).increment();
  }

  /** Compactions that ran here for {@code reason}. */
  long localRuns(LocalReason reason) {
    return local.get(reason).getCount();
  }

  /** Puts the counters into a report. */
  void addTo(RegionServerReport.Builder report) {
    report
        .setOffloaded(offloaded.getCount())
        .setFailedAttempts(failedAttempts.getCount())
        .setCancelled(cancelled.getCount())
        .setAway(away.get())
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
