// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.protocol.LighterProtos.ReasonCount;
import io.lighter.common.protocol.LighterProtos.RegionServerReport;
import io.lighter.common.protocol.LighterProtos.ServerReport;
import io.lighter.common.protocol.LighterProtos.WarmupReport;
import io.lighter.testing.fixtures.ManualClock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class LoadHistoryTest {
  private final ManualClock clock = new ManualClock(7);
  private final LoadHistory history = new LoadHistory(clock);

  @Test
  void firstReportOfAnOldProcessIsOnlyTheBase() {
    history.add(server("a", 100, Duration.ofDays(1)));
    pass(Duration.ofMinutes(1));
    history.add(server("a", 103, Duration.ofDays(1)));

    assertThat(history.load().jobs()).isEqualTo(3);
    assertThat(history.load().bytes()).isEqualTo(3_000);
    assertThat(history.load().runningMs()).isEqualTo(300);
    assertThat(history.load().window()).isEqualTo(Duration.ofMinutes(1));
  }

  @Test
  void newlyStartedServerCountsFromZero() {
    history.add(server("a", 0, Duration.ofDays(1)));
    pass(Duration.ofMinutes(2));
    history.add(server("restarted", 2, Duration.ofMinutes(1)));

    assertThat(history.load().jobs()).isEqualTo(2);
  }

  @Test
  void workBeforeTheFirstReportIsNotInTheLastMinute() {
    history.add(server("a", 0, Duration.ofDays(1)));
    for (int minute = 0; minute < 90; minute++) {
      pass(Duration.ofMinutes(1));
      history.add(server("a", 0, Duration.ofDays(1)));
    }
    history.add(server("b", 500, Duration.ofMinutes(80)));
    history.add(server("b", 501, Duration.ofMinutes(80)));

    assertThat(history.load().jobs()).isOne();
  }

  @Test
  void fallingCounterAndInvalidTimeAddNothing() {
    history.add(server("a", 5, Duration.ofMillis(Long.MAX_VALUE)));
    history.add(server("a", 0, Duration.ofMillis(Long.MIN_VALUE)));
    history.add(server("a", 2, Duration.ofDays(1)));

    assertThat(history.load().jobs()).isEqualTo(2);
  }

  @Test
  void minutesOlderThanAnHourAreDropped() {
    history.add(server("a", 0, Duration.ofDays(1)));
    history.add(server("a", 5, Duration.ofDays(1)));
    for (int minute = 0; minute < 62; minute++) {
      pass(Duration.ofMinutes(1));
      history.add(server("a", 5, Duration.ofDays(1)));
    }

    assertThat(history.load().jobs()).isZero();
    assertThat(history.load().window()).isEqualTo(LoadHistory.WINDOW);
  }

  @Test
  void historyStartsAgainAfterALongSilence() {
    history.add(server("a", 0, Duration.ofDays(1)));
    pass(LoadHistory.GAP.plusSeconds(1));
    history.add(server("a", 50, Duration.ofDays(1)));

    assertThat(history.load().jobs()).isZero();
    assertThat(history.load().window()).isZero();
  }

  @Test
  void onlyRejectedCompactionsAreDemand() {
    history.add(regionServer(10, 10).build());
    history.add(regionServer(14, 99).build());

    assertThat(history.load().rejected()).isEqualTo(4);
  }

  @Test
  void compactionsWithoutAvailableServerAreDemand() {
    for (String reason : List.of("draining", "other-version")) {
      long before = history.load().rejected();
      history.add(regionServer(0, 0).addLocal(local(reason, 1)).build());
      history.add(regionServer(0, 0).addLocal(local(reason, 3)).build());

      assertThat(history.load().rejected() - before).as(reason).isEqualTo(2);
    }
  }

  @Test
  void warmupRateIsTheMeanOfRunningWarmups() {
    assertThat(history.load().warmupRate()).isEmpty();
    history.add(regionServer(0, 0).addWarmup(warmup(100)).addWarmup(warmup(0)).build());
    history.add(regionServer(0, 0).addWarmup(warmup(300)).build());

    assertThat(history.load().warmupRate()).hasValue(200);
  }

  private void pass(Duration time) {
    clock.advance(time);
  }

  private static ServerReport server(String name, long jobs, Duration uptime) {
    return ServerReport.newBuilder()
        .setServer(name)
        .setVersion("test")
        .setGroup("default")
        .setCacheBytes(1)
        .setReservedBytes(0)
        .setThreads(1)
        .setQueueCapacity(1)
        .setCompletedJobs(jobs)
        .setFailedJobs(0)
        .setCancelledJobs(0)
        .setRefusedRequests(0)
        .setCompactedBytes(1_000 * jobs)
        .setCompactingMs(100 * jobs)
        .setUptimeMs(uptime.toMillis())
        .setCpuLoad(0)
        .setDraining(false)
        .build();
  }

  private static RegionServerReport.Builder regionServer(long busy, long tooSmall) {
    return RegionServerReport.newBuilder()
        .setRegionServer("rs,16020,1")
        .setVersion("test")
        .setOffloaded(0)
        .setFailedAttempts(0)
        .setCancelled(0)
        .addLocal(local("busy", busy))
        .addLocal(local("too-small", tooSmall))
        .setAway(0)
        .setWarmupsCompleted(0)
        .setWarmupsEndedEarly(0);
  }

  private static ReasonCount.Builder local(String reason, long count) {
    return ReasonCount.newBuilder().setReason(reason).setCount(count);
  }

  private static WarmupReport warmup(long rate) {
    return WarmupReport.newBuilder()
        .setId("wu-1")
        .setTable("t")
        .setRegion("r")
        .setFamily("f")
        .setStrategy("throttled")
        .setFraction(0.5)
        .setBytesTotal(1)
        .setBytesFromServer(0)
        .setBytesFromHdfs(0)
        .setRate(rate)
        .setAgeMs(1)
        .build();
  }
}
