package io.lighter.regionserver;

import java.util.Optional;
import org.apache.hadoop.hbase.metrics.Counter;
import org.apache.hadoop.hbase.metrics.Gauge;
import org.apache.hadoop.hbase.metrics.Metric;
import org.apache.hadoop.hbase.metrics.MetricRegistries;

/** What the plug-in has counted in this JVM, all region servers of a mini cluster together. */
public final class OffloadCounters {
  private OffloadCounters() {}

  /** Compactions whose output was taken over. */
  public static long offloaded() {
    return counter("offloadedCompactions");
  }

  /** Compactions that the region server itself gave up. */
  public static long cancelled() {
    return counter("cancelledCompactions");
  }

  /** Compactions that ran on a region server for {@code reason}. */
  public static long local(LocalReason reason) {
    return counter("localCompactions_" + reason.tag());
  }

  /** Jobs submitted and not yet ended. */
  public static int away() {
    return metric("compactionsAway").map(m -> (Integer) ((Gauge<?>) m).getValue()).orElse(0);
  }

  private static long counter(String name) {
    return metric(name).map(m -> ((Counter) m).getCount()).orElse(0L);
  }

  private static Optional<Metric> metric(String name) {
    return MetricRegistries.global()
        .get(OffloadMetrics.INFO)
        .flatMap(registry -> registry.get(name));
  }
}
