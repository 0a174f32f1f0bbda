package io.lighter.manager;

import java.io.Closeable;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.metrics.Counter;
import org.apache.hadoop.hbase.metrics.Gauge;
import org.apache.hadoop.hbase.metrics.MetricRegistries;
import org.apache.hadoop.hbase.metrics.MetricRegistry;
import org.apache.hadoop.hbase.metrics.MetricRegistryInfo;

/**
 * What the manager counts, in HBase's metrics system (JMX: {@code Hadoop:service=HBase,
 * name=Lighter,sub=Manager}). All counters start at 0 with the process. Thread-safe.
 *
 * <ul>
 *   <li>{@code liveServers}: compaction servers in ZooKeeper; -1: not read yet
 *   <li>{@code alerts}: on the dashboard now; 0 while this manager does not lead
 *   <li>{@code leader}: 1 while this manager leads, else 0
 *   <li>{@code regionsAgeMs}: since the last complete reading of {@code hbase:meta}; -1: none yet
 *   <li>{@code slotsMoved}: slots written with another owner than before, first owners included
 *   <li>{@code reportsReceived}: by this manager while it led, those of unknown servers included
 *   <li>{@code regionReadFailures}, {@code assignmentFailures}: HBase, ZooKeeper did not answer
 *   <li>{@code assignmentConflicts}: tables that somebody else had written, or written as a leader
 *       that had been replaced; nothing was overwritten
 * </ul>
 */
final class ManagerMetrics implements Closeable {
  private static final MetricRegistryInfo INFO =
      new MetricRegistryInfo(
          "Manager", "Lighter's compaction manager", "Lighter,sub=Manager", "lighter", false);
  private static final long NEVER = Long.MIN_VALUE;

  private final MetricRegistries registries;
  private final MetricRegistry registry;
  private final LongSupplier nanoTime;
  private final Counter slotsMoved;
  private final Counter reportsReceived;
  private final Counter regionReadFailures;
  private final Counter assignmentFailures;
  private final Counter assignmentConflicts;
  private volatile long regionsReadAtNanos = NEVER;

  ManagerMetrics(MetricRegistries registries, LongSupplier nanoTime) {
    this.registries = registries;
    this.registry = registries.create(INFO);
    this.nanoTime = nanoTime;
    this.slotsMoved = registry.counter("slotsMoved");
    this.reportsReceived = registry.counter("reportsReceived");
    this.regionReadFailures = registry.counter("regionReadFailures");
    this.assignmentFailures = registry.counter("assignmentFailures");
    this.assignmentConflicts = registry.counter("assignmentConflicts");
  }

  /** Adds the metrics that are looked up when somebody asks. */
  void observe(Leadership leadership, IntSupplier liveServers, IntSupplier alerts) {
    Gauge<Integer> leader = () -> leadership.isLeader() ? 1 : 0;
    Gauge<Integer> live = liveServers::getAsInt;
    Gauge<Integer> told = alerts::getAsInt;
    Gauge<Long> age = this::regionsAgeMs;
    registry.register("leader", leader);
    registry.register("liveServers", live);
    registry.register("alerts", told);
    registry.register("regionsAgeMs", age);
  }

  void slotsMoved(int slots) {
    slotsMoved.increment(slots);
  }

  void reportReceived() {
    reportsReceived.increment();
  }

  void regionsRead() {
    regionsReadAtNanos = nanoTime.getAsLong();
  }

  void regionReadFailed() {
    regionReadFailures.increment();
  }

  void assignmentFailed() {
    assignmentFailures.increment();
  }

  void assignmentConflict() {
    assignmentConflicts.increment();
  }

  private long regionsAgeMs() {
    long at = regionsReadAtNanos;
    return at == NEVER ? -1 : TimeUnit.NANOSECONDS.toMillis(nanoTime.getAsLong() - at);
  }

  @Override
  public void close() {
    registries.remove(INFO);
  }
}
