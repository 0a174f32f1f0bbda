// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server;

import java.util.List;
import org.apache.hadoop.metrics2.AbstractMetric;
import org.apache.hadoop.metrics2.MetricsRecord;
import org.apache.hadoop.metrics2.impl.MetricsCollectorImpl;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;

/** Counters of Hadoop in this JVM. Stateless. */
public final class HadoopCounters {
  private HadoopCounters() {}

  /**
   * Returns the value of a counter now; JMX has older values.
   *
   * @throws IllegalStateException if the source has no such counter
   */
  public static long value(String source, String name) {
    MetricsCollectorImpl collector = new MetricsCollectorImpl();
    DefaultMetricsSystem.instance().getSource(source).getMetrics(collector, true);
    List<? extends MetricsRecord> records = collector.getRecords();
    for (MetricsRecord record : records) {
      for (AbstractMetric metric : record.metrics()) {
        if (metric.name().equals(name)) {
          return metric.value().longValue();
        }
      }
    }
    throw new IllegalStateException("no %s of %s".formatted(name, source));
  }
}
