// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.protocol.LighterProtos.ServerReport;
import io.lighter.testing.fixtures.ManualClock;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import org.apache.hadoop.hbase.ServerName;
import org.junit.jupiter.api.Test;

class ManagerReporterTest {
  private static final ServerName FIRST = ServerName.valueOf("first", 1, 1);
  private static final ServerName SECOND = ServerName.valueOf("second", 1, 1);

  private final FakeManager first = new FakeManager();
  private final FakeManager second = new FakeManager();
  private Optional<ServerName> leader = Optional.of(FIRST);
  private boolean zooKeeperFails;
  private int lookUps;
  private int answers;
  private int managerLost;
  private final ManualClock clock = new ManualClock(42);

  private final ManagerReporter reporter =
      new ManagerReporter(
          this::lookUp,
          manager -> manager.equals(FIRST) ? first : second,
          ServerReport::getDefaultInstance,
          answer -> answers++,
          () -> managerLost++,
          clock);

  @Test
  void leaderIsLookedUpOncePerMinute() {
    reportsEverySecond(600);

    assertThat(first.reports()).isEqualTo(600);
    assertThat(answers).isEqualTo(600);
    assertThat(lookUps).isEqualTo(10);
  }

  @Test
  void newLeaderGetsTheReportAfterARefusal() {
    reportsEverySecond(1);
    first.standBy();
    leader = Optional.of(SECOND);
    reportsEverySecond(2);

    assertThat(first.reports()).isOne();
    assertThat(second.reports()).isOne();
    assertThat(lookUps).isEqualTo(2);
  }

  @Test
  void startingManagerIsFoundWithinTwoSeconds() {
    leader = Optional.empty();
    reportsEverySecond(6);
    assertThat(lookUps).as("one each two seconds").isEqualTo(3);

    leader = Optional.of(FIRST);
    reportsEverySecond(1);
    assertThat(first.reports()).isOne();
  }

  @Test
  void failedLookUpIsRepeatedAtTheNextReport() {
    zooKeeperFails = true;
    reportsEverySecond(2);
    zooKeeperFails = false;
    reportsEverySecond(1);

    assertThat(lookUps).isEqualTo(3);
    assertThat(first.reports()).isOne();
  }

  @Test
  void requestedPauseReducesReports() {
    first.askForPauses(2000);
    reportsEverySecond(10);
    assertThat(first.reports()).isEqualTo(5);

    first.askForPauses(Duration.ofHours(1).toMillis());
    reportsEverySecond(10);
    assertThat(first.reports()).as("5 s are the longest pause").isEqualTo(7);
  }

  @Test
  void pauseEndsWithARefusedReport() {
    first.askForPauses(2000);
    reportsEverySecond(2);
    first.standBy();
    leader = Optional.of(SECOND);
    reportsEverySecond(3);

    assertThat(second.reports()).as("one second after the call that failed, and then").isEqualTo(2);
  }

  @Test
  void minuteWithoutAnAnswerRunsTheCallback() {
    first.standBy();
    reportsEverySecond(60);
    assertThat(managerLost).isZero();

    reportsEverySecond(1);
    assertThat(managerLost).isOne();
  }

  private void reportsEverySecond(int reports) {
    for (int i = 0; i < reports; i++) {
      reporter.report();
      clock.advance(Duration.ofSeconds(1));
    }
  }

  private Optional<ServerName> lookUp() throws IOException {
    lookUps++;
    if (zooKeeperFails) {
      throw new IOException("no ZooKeeper");
    }
    return leader;
  }
}
