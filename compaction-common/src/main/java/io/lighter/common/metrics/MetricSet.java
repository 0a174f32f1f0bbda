// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.metrics;

import java.util.function.Supplier;
import org.apache.hadoop.hbase.metrics.Counter;
import org.apache.hadoop.hbase.metrics.Gauge;
import org.apache.hadoop.hbase.metrics.Histogram;
import org.apache.hadoop.hbase.metrics.MetricRegistry;
import org.apache.hadoop.hbase.metrics.Timer;

/**
 * The metrics of one process in its registry. Accepts only metrics that {@link LighterMetric}
 * declares for the process, with the declared kind. Thread-safe.
 */
public final class MetricSet {
  private final MetricProcess process;
  private final MetricRegistry registry;

  /**
   * Creates an empty set.
   *
   * @param registry registry, which the caller removes
   */
  public MetricSet(MetricProcess process, MetricRegistry registry) {
    this.process = process;
    this.registry = registry;
  }

  /** Registers a counter, or returns the registered one. */
  public Counter counter(LighterMetric metric) {
    return registry.counter(declared(metric, MetricKind.COUNTER, false).metricName());
  }

  /** Registers one counter of a family, or returns the registered one. */
  public Counter counter(LighterMetric family, String label) {
    return registry.counter(declared(family, MetricKind.COUNTER, true).metricName(label));
  }

  /** Registers a histogram, or returns the registered one. */
  public Histogram histogram(LighterMetric metric) {
    return registry.histogram(declared(metric, MetricKind.HISTOGRAM, false).metricName());
  }

  /** Registers a timer, or returns the registered one. */
  public Timer timer(LighterMetric metric) {
    return registry.timer(declared(metric, MetricKind.TIMER, false).metricName());
  }

  /** Registers a gauge; of several with the same name the first one stays registered. */
  public void gauge(LighterMetric metric, Supplier<? extends Number> value) {
    Gauge<Number> gauge = value::get;
    registry.register(declared(metric, MetricKind.GAUGE, false).metricName(), gauge);
  }

  /** Registers one gauge of a family; of several with the same label the first one stays. */
  public void gauge(LighterMetric family, String label, Supplier<? extends Number> value) {
    Gauge<Number> gauge = value::get;
    registry.register(declared(family, MetricKind.GAUGE, true).metricName(label), gauge);
  }

  /** Removes one metric of a family, of any kind; does nothing if there is none. */
  public void remove(LighterMetric family, String label) {
    registry.remove(declared(family, family.kind(), true).metricName(label));
  }

  private LighterMetric declared(LighterMetric metric, MetricKind kind, boolean family) {
    if (metric.process() != process || metric.kind() != kind || metric.isFamily() != family) {
      throw new IllegalArgumentException(
          metric + " is not declared as a " + kind + " of the " + process);
    }
    return metric;
  }
}
