package io.lighter.regionserver;

import io.lighter.common.protocol.LighterProtos.ReasonCount;
import io.lighter.common.protocol.LighterProtos.RegionServerReport;
import io.lighter.regionserver.warmup.WarmupMetrics;
import java.io.Closeable;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.metrics.Counter;
import org.apache.hadoop.hbase.metrics.Gauge;
import org.apache.hadoop.hbase.metrics.MetricRegistries;
import org.apache.hadoop.hbase.metrics.MetricRegistry;
import org.apache.hadoop.hbase.metrics.MetricRegistryInfo;
import org.apache.hadoop.hbase.metrics.Timer;

/**
 * What the plug-in counts, in JMX as {@code Hadoop:service=HBase,name=RegionServer,sub=Lighter}.
 * Counters start at 0 with the process. Thread-safe.
 */
final class OffloadMetrics implements Closeable {
  static final MetricRegistryInfo INFO =
      new MetricRegistryInfo(
          "Lighter",
          "Compactions that left the region server, or did not, and warm-ups",
          "RegionServer,sub=Lighter",
          "regionserver",
          false);

  private final Counter offloaded;
  private final Counter offloadedBytes;
  private final Counter failedAttempts;
  private final Counter groupFallbacks;
  private final Counter cancelled;
  private final Counter cancelledByOperator;
  private final Timer offloadTime;
  private final Map<LocalReason, Counter> local = new EnumMap<>(LocalReason.class);
  private final AtomicInteger away = new AtomicInteger();
  private final WarmupMetrics warmup;

  OffloadMetrics() {
    MetricRegistry registry = MetricRegistries.global().create(INFO);
    offloaded = registry.counter("offloadedCompactions");
    offloadedBytes = registry.counter("offloadedInputBytes");
    failedAttempts = registry.counter("failedAttempts");
    groupFallbacks = registry.counter("groupFallbacks");
    cancelled = registry.counter("cancelledCompactions");
    cancelledByOperator = registry.counter("compactionsCancelledByOperator");
    offloadTime = registry.timer("offloadTime");
    for (LocalReason reason : LocalReason.values()) {
      local.put(reason, registry.counter("localCompactions_" + reason.tag()));
    }
    Gauge<Integer> awayNow = away::get;
    registry.register("compactionsAway", awayNow);
    warmup = new WarmupMetrics(registry);
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

  /** Compactions whose output was taken over. */
  long offloadedRuns() {
    return offloaded.getCount();
  }

  /** Puts the counters into a report. */
  void addTo(RegionServerReport.Builder report) {
    report
        .setOffloaded(offloaded.getCount())
        .setFailedAttempts(failedAttempts.getCount())
        .setCancelled(cancelled.getCount())
        .setAway(away.get())
        .setWarmupsCompleted(warmup.completed())
        .setWarmupsEndedEarly(warmup.endedEarly());
    local.forEach(
        (reason, counter) -> {
          if (counter.getCount() > 0) {
            report.addLocal(
                ReasonCount.newBuilder().setReason(reason.tag()).setCount(counter.getCount()));
          }
        });
  }

  @Override
  public void close() {
    MetricRegistries.global().remove(INFO);
  }
}
