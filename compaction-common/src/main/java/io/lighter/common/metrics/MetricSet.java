package io.lighter.common.metrics;

import java.util.function.Supplier;
import org.apache.hadoop.hbase.metrics.Counter;
import org.apache.hadoop.hbase.metrics.Gauge;
import org.apache.hadoop.hbase.metrics.Histogram;
import org.apache.hadoop.hbase.metrics.MetricRegistry;
import org.apache.hadoop.hbase.metrics.Timer;

/**
 * The metrics of one process in its registry. Only what {@link LighterMetric} declares for that
 * process, and as it declares it, can be registered. Thread-safe.
 */
public final class MetricSet {
  private final MetricProcess process;
  private final MetricRegistry registry;

  /**
   * An empty set.
   *
   * @param registry stays the caller's, who removes it
   */
  public MetricSet(MetricProcess process, MetricRegistry registry) {
    this.process = process;
    this.registry = registry;
  }

  /** Registers a counter, or gives the one that is there. */
  public Counter counter(LighterMetric metric) {
    return registry.counter(declared(metric, MetricKind.COUNTER, false).metricName());
  }

  /** One counter of a family; registers it, or gives the one that is there. */
  public Counter counter(LighterMetric family, String label) {
    return registry.counter(declared(family, MetricKind.COUNTER, true).metricName(label));
  }

  /** Registers a histogram, or gives the one that is there. */
  public Histogram histogram(LighterMetric metric) {
    return registry.histogram(declared(metric, MetricKind.HISTOGRAM, false).metricName());
  }

  /** Registers a timer, or gives the one that is there. */
  public Timer timer(LighterMetric metric) {
    return registry.timer(declared(metric, MetricKind.TIMER, false).metricName());
  }

  /** Registers a gauge; of several with the same name the first one stays. */
  public void gauge(LighterMetric metric, Supplier<? extends Number> value) {
    Gauge<Number> gauge = value::get;
    registry.register(declared(metric, MetricKind.GAUGE, false).metricName(), gauge);
  }

  private LighterMetric declared(LighterMetric metric, MetricKind kind, boolean family) {
    if (metric.process() != process || metric.kind() != kind || metric.isFamily() != family) {
      throw new IllegalArgumentException(
          metric + " is not declared as a " + kind + " of the " + process);
    }
    return metric;
  }
}
