// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.common.metrics.LighterMetric;
import io.lighter.common.metrics.MetricProcess;
import java.util.Locale;

/** The reference page of all metrics, generated from {@link LighterMetric}. */
final class MetricsPage {
  static final String FILE_NAME = "reference/metrics.md";

  private static final String HEADER =
      """
      # Metrics

      <!-- Generated from LighterMetric by `bin/lighter generate-docs docs`; edit the enum. -->

      All metrics are in HBase's metrics system: as attributes of an MBean, under `/jmx`, and under
      `/prometheus` of the process's web page. HBase looks for new metrics every ten seconds, so
      they are not there in the first moments of a process.
      [monitoring.md](../operate/monitoring.md#metrics) says where to scrape, and which to watch.

      Counters start at 0 with the process. A gauge is true at the moment it is asked. Of a
      histogram there are `…_num_ops` (a counter) and, since the last request for it,
      `…_min`, `…_max`, `…_mean`, `…_median` and percentiles `…_25th_percentile` to
      `…_99th_percentile` and `…_99_9th_percentile` (`…_99.9th_percentile` in JMX). A timer has
      these in microseconds, and `…_count`, `…_mean_rate`, `…_1min_rate`, `…_5min_rate`,
      `…_15min_rate`: events, and events per second.
      """;

  private MetricsPage() {}

  /** The whole page; equal metrics give equal text. */
  static String markdown() {
    StringBuilder page = new StringBuilder(HEADER);
    for (MetricProcess process : MetricProcess.values()) {
      page.append("\n## ").append(title(process)).append("\n\nMBean `");
      page.append(process.mbean()).append("`\n\n");
      page.append("| attribute | under `/prometheus` | kind | unit | what it counts |\n");
      page.append("|---|---|---|---|---|\n");
      LighterMetric.of(process).forEach(metric -> append(page, metric));
    }
    return page.toString();
  }

  private static String title(MetricProcess process) {
    return switch (process) { // no default: a new process needs a title
      case MANAGER -> "Compaction managers";
      case COMPACTION_SERVER -> "Compaction servers";
      case REGION_SERVER -> "Region servers";
    };
  }

  private static void append(StringBuilder page, LighterMetric metric) {
    page.append("| `").append(attribute(metric)).append("` | `").append(exported(metric));
    page.append("` | ").append(metric.kind().name().toLowerCase(Locale.ROOT));
    page.append(" | ").append(metric.unit().symbol()).append(" | ").append(metric.counts());
    if (!metric.leavesOut().isEmpty()) {
      page.append(" *Leaves out:* ").append(metric.leavesOut());
    }
    if (!metric.formula().isEmpty()) {
      page.append(" *Formula:* ").append(metric.formula());
    }
    page.append(" |\n");
  }

  private static String attribute(LighterMetric metric) {
    String name = metric.metricName();
    return name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1) + placeholder(metric);
  }

  /** Name of the metric without suffixes for the parts of a histogram or a timer. */
  private static String exported(LighterMetric metric) {
    String first = metric.exportedNames("").get(0);
    return switch (metric.kind()) {
      case COUNTER, GAUGE -> first + placeholder(metric);
      case HISTOGRAM, TIMER -> first.substring(0, first.length() - "_num_ops".length()) + "_…";
    };
  }

  private static String placeholder(LighterMetric metric) {
    return metric.isFamily() ? '<' + metric.label() + '>' : "";
  }
}
