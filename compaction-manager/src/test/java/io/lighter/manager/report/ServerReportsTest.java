// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.protocol.LighterProtos.ServerReport;
import io.lighter.manager.ManagerCluster;
import io.lighter.testing.fixtures.ManualClock;
import java.time.Duration;
import java.util.Set;
import org.apache.hadoop.hbase.ServerName;
import org.junit.jupiter.api.Test;

class ServerReportsTest {
  private static final ServerName A = ServerName.valueOf("a", 16040, 1);
  private static final ServerName B = ServerName.valueOf("b", 16040, 1);

  private final ManualClock clock = new ManualClock();
  private final ServerReports reports = new ServerReports(clock);

  @Test
  void lastReportIsKeptWithItsAge() {
    reports.add(ManagerCluster.report(A, 1), Set.of(A));
    clock.advance(Duration.ofSeconds(1));
    reports.add(ManagerCluster.report(A, 2), Set.of(A));
    clock.advance(Duration.ofSeconds(3));

    assertThat(reports.of(A))
        .map(ServerReports.Received::report)
        .map(ServerReport::getCompletedJobs)
        .contains(2L);
    assertThat(reports.of(A).map(reports::age)).contains(Duration.ofSeconds(3));
  }

  @Test
  void reportOfADeadServerIsDropped() {
    reports.add(ManagerCluster.report(B, 1), Set.of(A));
    reports.add(ManagerCluster.report(A, 1).toBuilder().setServer("no server").build(), Set.of(A));

    assertThat(reports.of(B)).isEmpty();
    assertThat(reports.of(A)).isEmpty();
  }

  @Test
  void reportIsDroppedWhenItsServerLeaves() {
    reports.add(ManagerCluster.report(A, 1), Set.of(A, B));
    reports.add(ManagerCluster.report(B, 1), Set.of(A, B));

    reports.retainAll(Set.of(B));

    assertThat(reports.of(A)).isEmpty();
    assertThat(reports.of(B)).isPresent();
  }
}
