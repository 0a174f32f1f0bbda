// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.testing.check.BackgroundCheck;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SoakReportTest {
  private static final int SAMPLES = 400;
  private static final int PERIOD_S = 10;
  private static final FaultOutcome KILL =
      new FaultOutcome(
          new Fault(FaultTarget.STANDBY, Moment.WAITING, FaultType.KILL, Duration.ofSeconds(45)),
          "manager-2",
          Duration.ofSeconds(20),
          Duration.ofSeconds(5),
          false,
          Duration.ofMillis(40),
          0,
          List.of(),
          List.of());

  private final Map<ResourceSampler.Subject, List<ResourceSeries>> resources =
      new LinkedHashMap<>();

  @BeforeEach
  void lookAtTheCluster() {
    threads("cluster", 0, SAMPLES, 0);
  }

  @Test
  void passesIfNothingGrewFailedOrEnded() {
    threads("manager-1", 1, SAMPLES, 0);

    assertThat(report(verdict(0, 8), List.of()).passed()).isTrue();
  }

  @Test
  void reportFailsOnGrowth() {
    threads("manager-1", 1, SAMPLES, 100);

    assertThat(report(verdict(0, 8), List.of()).passed()).isFalse();
  }

  @Test
  void reportFailsIfAProcessExited() {
    threads("manager-1", 1, SAMPLES, 0);
    SoakReport report = report(verdict(0, 8), List.of("manager-1"));

    assertThat(report.passed()).isFalse();
    assertThat(report.toText()).contains("ended by itself: manager-1");
  }

  @Test
  void reportFailsOnFailedReadsOrWithoutWarmUps() {
    threads("manager-1", 1, SAMPLES, 0);

    assertThat(report(verdict(1, 8), List.of()).passed()).isFalse();
    assertThat(report(verdict(0, 0), List.of()).passed()).isFalse();
  }

  @Test
  void oneLongSeriesPerProcessSuffices() {
    threads("manager-1", 1, 5, 0);
    threads("manager-1 leading", 1, SAMPLES, 0);

    assertThat(report(verdict(0, 8), List.of()).passed()).isTrue();
  }

  @Test
  void reportFailsAndNamesProcessesWithShortSeries() {
    threads("manager-1", 1, SAMPLES, 0);
    threads("manager-2", 2, 5, 0);
    SoakReport report = report(verdict(0, 8), List.of());

    assertThat(report.passed()).isFalse();
    assertThat(report.toText()).contains("not known of manager-2");
  }

  @Test
  void reportFailsAndNamesProcessesWithoutSamples() {
    threads("manager-1", 1, SAMPLES, 0);
    SoakReport report = report(List.of("manager-1", "manager-2"));

    assertThat(report.passed()).isFalse();
    assertThat(report.unjudged()).containsExactly("manager-2");
  }

  @Test
  void reportFailsWithoutSamplesOfTheCluster() {
    resources.clear();
    threads("manager-1", 1, SAMPLES, 0);
    SoakReport report = report(List.of("manager-1"));

    assertThat(report.passed()).isFalse();
    assertThat(report.unjudged()).containsExactly("cluster");
  }

  private void threads(String name, long pid, int samples, double growth) {
    ResourceSeries series = new ResourceSeries(Gauge.THREADS);
    for (int i = 0; i < samples; i++) {
      series.add(i * PERIOD_S, 50 + growth * i / samples);
    }
    resources.put(new ResourceSampler.Subject(name, pid), List.of(series));
  }

  private SoakReport report(List<String> processes) {
    return report(verdict(0, 8), List.of(), processes);
  }

  /** A report on the sampled processes. */
  private SoakReport report(BackgroundCheck.Verdict verdict, List<String> ended) {
    List<String> seen =
        resources.keySet().stream()
            .filter(subject -> !subject.equals(ResourceSampler.Subject.CLUSTER))
            .map(ResourceSampler.Subject::process)
            .distinct()
            .toList();
    return report(verdict, ended, seen);
  }

  private SoakReport report(
      BackgroundCheck.Verdict verdict, List<String> ended, List<String> processes) {
    return new SoakReport(
        7, Duration.ofHours(2), 100, List.of(KILL), ended, verdict, processes, resources);
  }

  private static BackgroundCheck.Verdict verdict(long failed, long warmups) {
    return new BackgroundCheck.Verdict(
        0, 1_000, failed, 10, 0, warmups, 0, "all right", new JsonObject());
  }
}
