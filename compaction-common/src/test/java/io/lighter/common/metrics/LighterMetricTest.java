// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.apache.hadoop.hbase.metrics.MetricRegistry;
import org.apache.hadoop.hbase.metrics.impl.MetricRegistriesImpl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LighterMetricTest {
  @ParameterizedTest
  @EnumSource
  void metricIsWellFormed(LighterMetric metric) {
    assertThat(metric.metricName())
        .matches(metric.isFamily() ? "[a-z][A-Za-z]+_" : "[a-z][A-Za-z]+");
    assertThat(metric.counts()).endsWith(".").doesNotContain("\n", "  ", "|");
    assertThat(metric.leavesOut()).doesNotContain("\n", "  ", "|");
    if (metric.kind() == MetricKind.TIMER) {
      assertThat(metric.unit()).isEqualTo(MetricUnit.MICROSECONDS);
    }
    assertThat(LighterMetric.of(metric.process()).stream().filter(m -> m.declares(name(metric))))
        .as("declared once")
        .containsExactly(metric);
  }

  @Test
  void exportedNamesFollowTheRuleOfHBasesServlet() {
    assertThat(LighterMetric.SERVER_QUEUED_JOBS.exportedNames(""))
        .containsExactly("compaction_server_queued_jobs");
    assertThat(LighterMetric.LOCAL_COMPACTIONS.exportedNames("no-server"))
        .containsExactly("lighter_local_compactions_no_server");
    assertThat(LighterMetric.MANAGER_FAILURES_IN_A_ROW.exportedNames(""))
        .containsExactly("manager_failures_in_a_row");
    assertThat(LighterMetric.SERVER_WAIT.exportedNames(""))
        .hasSize(12)
        .contains(
            "compaction_server_wait_millis_num_ops",
            "compaction_server_wait_millis_99_9th_percentile");
  }

  @Test
  void undeclaredRegistrationIsRefused() {
    MetricRegistry registry = new MetricRegistriesImpl().create(MetricProcess.MANAGER.registry());
    MetricSet metrics = new MetricSet(MetricProcess.MANAGER, registry);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> metrics.counter(LighterMetric.MANAGER_LEADER));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> metrics.counter(LighterMetric.SERVER_FAILED_JOBS));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> metrics.counter(LighterMetric.MANAGER_SLOTS_MOVED, "label"));
    assertThat(registry.getMetrics()).isEmpty();
  }

  private static String name(LighterMetric metric) {
    return metric.metricName(metric.isFamily() ? "x" : "");
  }
}
