// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ReportPaceTest {
  @Test
  void fewServersHaveNoExtraWait() {
    assertThat(ReportPace.COMPACTION_SERVERS.interval(100)).isZero();
    assertThat(ReportPace.REGION_SERVERS.interval(50)).isZero();
  }

  @Test
  void manyServersShareTheRateOfReports() {
    assertThat(ReportPace.COMPACTION_SERVERS.interval(150)).isEqualTo(Duration.ofMillis(1500));
    assertThat(ReportPace.REGION_SERVERS.interval(100)).isEqualTo(Duration.ofSeconds(2));
  }

  @Test
  void intervalIsBounded() {
    assertThat(ReportPace.COMPACTION_SERVERS.interval(10_000)).isEqualTo(Duration.ofSeconds(2));
    assertThat(ReportPace.REGION_SERVERS.interval(10_000)).isEqualTo(Duration.ofSeconds(10));
  }
}
