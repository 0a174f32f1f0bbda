// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.offload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lighter.benchmarks.offload.OffloadBenchmark.Where;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OffloadReportTest {
  private final OffloadReport report = new OffloadReport(512);

  @BeforeEach
  void threeTurnsOfEachAndAnIdleSecond() {
    report.add(Where.LOCAL, turn(2, 2020, 1000));
    report.add(Where.LOCAL, turn(1, 1010, 500));
    report.add(Where.LOCAL, turn(9, 9090, 500));
    report.add(Where.OFFLOADED, turn(4, 140, 90));
    report.add(Where.OFFLOADED, turn(3, 130, 90));
    report.add(Where.OFFLOADED, turn(1, 110, 90));
    report.setIdle(turn(1, 10, 0));
    report.setSubmitToStartMillis(List.of(12L, 230L, 14L));
  }

  @Test
  void timesAreComparedByTheirMedians() {
    assertThat(report.timeRatio()).isEqualTo(1.5);
  }

  @Test
  void costOfAnIdleRegionServerIsSubtracted() {
    assertThat(report.cpuRatio()).isCloseTo(100.0 / 2000, within(1e-9));
  }

  @Test
  void compilersCanBeLeftOut() {
    assertThat(report.cpuRatioWithoutCompilers()).isCloseTo(10.0 / 1000, within(1e-9));
    assertThat(report.toTable()).contains("without compilers, s").contains("0.010");
    assertThat(report.toJson())
        .contains("\"cpu_ratio_without_compilers\": 0.01")
        .contains("\"region_server_compilers_cpu_s\": 0.09");
  }

  private static OffloadReport.Turn turn(int seconds, int cpuMillis, int compilerMillis) {
    return new OffloadReport.Turn(
        Duration.ofSeconds(seconds),
        new JvmProbe.Spent(
            TimeUnit.MILLISECONDS.toNanos(cpuMillis),
            TimeUnit.MILLISECONDS.toNanos(compilerMillis),
            0));
  }
}
