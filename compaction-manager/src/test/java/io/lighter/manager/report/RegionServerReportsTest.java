// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.protocol.LighterProtos.RegionServerReport;
import io.lighter.testing.fixtures.ManualClock;
import java.time.Duration;
import org.apache.hadoop.hbase.ServerName;
import org.junit.jupiter.api.Test;

class RegionServerReportsTest {
  private static final ServerName A = ServerName.valueOf("a", 16020, 1);
  private static final ServerName B = ServerName.valueOf("b", 16020, 1);

  private final ManualClock clock = new ManualClock();
  private final RegionServerReports reports = new RegionServerReports(clock);

  @Test
  void theLastReportOfAServerCounts() {
    reports.add(report(A.getServerName(), 1));
    reports.add(report(A.getServerName(), 2));

    assertThat(reports.all()).containsOnlyKeys(A);
    assertThat(reports.all().get(A).getOffloaded()).isEqualTo(2);
  }

  @Test
  void silentServerIsDropped() {
    reports.add(report(A.getServerName(), 1));
    clock.advance(RegionServerReports.RETENTION);
    reports.add(report(B.getServerName(), 1));
    clock.advance(Duration.ofNanos(1));

    assertThat(reports.all()).containsOnlyKeys(B);
  }

  @Test
  void manyRegionServersReportFiftyTimesPerSecondTogether() {
    reportAll(50);
    assertThat(reports.interval()).as("each as often as it likes").isZero();

    reportAll(500);
    assertThat(reports.interval()).isEqualTo(Duration.ofSeconds(10));

    reportAll(5000);
    assertThat(reports.interval()).as("or it would be forgotten").isEqualTo(Duration.ofSeconds(10));
  }

  private void reportAll(int servers) {
    for (int server = 0; server < servers; server++) {
      reports.add(report("rs" + server + ",16020,1", 1));
    }
  }

  @Test
  void reportWithoutServerIsIgnored() {
    reports.add(report("nobody", 1));

    assertThat(reports.all()).isEmpty();
  }

  private static RegionServerReport report(String server, long offloaded) {
    return RegionServerReport.newBuilder()
        .setRegionServer(server)
        .setVersion("1")
        .setOffloaded(offloaded)
        .setFailedAttempts(0)
        .setCancelled(0)
        .setAway(0)
        .setWarmupsCompleted(0)
        .setWarmupsEndedEarly(0)
        .build();
  }
}
