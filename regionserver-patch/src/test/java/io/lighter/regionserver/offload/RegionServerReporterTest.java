// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.offload;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.protocol.LighterProtos.RegionServerReport;
import io.lighter.common.rpc.Protocol;
import io.lighter.regionserver.FakeManager;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.ServerName;
import org.junit.jupiter.api.Test;

class RegionServerReporterTest {
  private static final ServerName FIRST = ServerName.valueOf("first", 1, 1);
  private static final ServerName SECOND = ServerName.valueOf("second", 1, 1);

  private final FakeManager first = new FakeManager();
  private final FakeManager second = new FakeManager();
  private Optional<ServerName> leader = Optional.of(FIRST);
  private boolean zooKeeperFails;
  private int lookUps;
  private final List<Set<String>> asked = new ArrayList<>();
  private int inFlight;
  private long nanos = 42;

  private final RegionServerReporter reporter =
      new RegionServerReporter(
          this::lookUp,
          manager -> manager.equals(FIRST) ? first : second,
          this::report,
          () -> nanos);

  @Test
  void busyServerReportsAtEveryTickAndOnceAtTheEnd() {
    inFlight = 1;
    ticksEverySecond(3);
    inFlight = 0;
    ticksEverySecond(3);

    assertThat(first.reports()).extracting(RegionServerReport::getAway).containsExactly(1, 1, 1, 0);
  }

  @Test
  void idleServerReportsAtOnceAndThenEveryTenSeconds() {
    ticksEverySecond(21);

    assertThat(first.reports()).hasSize(3);
  }

  @Test
  void busyServerReportsAtMostAsOftenAsTheManagerRequests() {
    first.setNextReport(5_000);
    inFlight = 1;
    ticksEverySecond(20);
    assertThat(first.reports()).hasSize(4);

    inFlight = 0;
    ticksEverySecond(5);
    assertThat(first.reports()).last().extracting(RegionServerReport::getAway).isEqualTo(0);
  }

  @Test
  void answerThatRequestsNoReportsIsIgnored() {
    first.setNextReport(Long.MAX_VALUE);
    inFlight = 1;
    ticksEverySecond(21);

    assertThat(first.reports()).hasSize(3);
  }

  @Test
  void storesThatTheManagerAsksForAreReportedAtEveryTickUntilItStopsAsking() {
    first.askForStores("t");
    ticksEverySecond(3);
    first.askForStores();
    ticksEverySecond(9);

    assertThat(asked).startsWith(Set.of(), Set.of("t"), Set.of("t"), Set.of("t"), Set.of());
    assertThat(asked).filteredOn(each -> !each.isEmpty()).hasSize(3);
    assertThat(first.reports()).as("one after the last with stores, then none").hasSize(5);
  }

  @Test
  void managerThatFailsAsksForNothingAndOneThatAsksForAllTablesGetsAFew() {
    first.askForStores(IntStream.range(0, 1000).mapToObj(i -> "t" + i).toArray(String[]::new));
    ticksEverySecond(2);
    first.setFailing(true);
    ticksEverySecond(2);

    assertThat(asked.get(1)).hasSize(Protocol.MOST_TABLES_ASKED).contains("t0");
    assertThat(asked.get(3)).isEmpty();
  }

  @Test
  void leaderIsNotLookedUpForEveryReport() {
    inFlight = 1;
    ticksEverySecond(60);

    assertThat(first.reports()).hasSize(60);
    assertThat(lookUps).isOne();
  }

  @Test
  void standbyThatTookOverGetsTheNextReportAfterACallHasFailed() {
    inFlight = 1;
    ticksEverySecond(1);
    first.setFailing(true);
    leader = Optional.of(SECOND);
    ticksEverySecond(2);

    assertThat(first.reports()).hasSize(1);
    assertThat(second.reports()).hasSize(1);
  }

  @Test
  void deposedLeaderIsDetectedWithinAMinute() {
    inFlight = 1;
    ticksEverySecond(1);
    leader = Optional.of(SECOND);
    ticksEverySecond(60);

    assertThat(second.reports()).isNotEmpty();
  }

  @Test
  void reporterContinuesWithoutAManagerAndFindsOneLater() {
    inFlight = 1;
    leader = Optional.empty();
    ticksEverySecond(6);
    assertThat(lookUps).as("one each two seconds").isEqualTo(3);

    leader = Optional.of(FIRST);
    ticksEverySecond(2);
    assertThat(first.reports()).isNotEmpty();
  }

  @Test
  void silentZooKeeperIsReadAgainAtTheNextTick() {
    inFlight = 1;
    zooKeeperFails = true;
    ticksEverySecond(2);
    zooKeeperFails = false;
    ticksEverySecond(1);

    assertThat(lookUps).isEqualTo(3);
    assertThat(first.reports()).hasSize(1);
  }

  private void ticksEverySecond(int ticks) {
    for (int i = 0; i < ticks; i++) {
      reporter.tick();
      nanos += Duration.ofSeconds(1).toNanos();
    }
  }

  private Optional<ServerName> lookUp() throws IOException {
    lookUps++;
    if (zooKeeperFails) {
      throw new IOException("no ZooKeeper");
    }
    return leader;
  }

  private RegionServerReport report(Set<String> storesOf) {
    asked.add(storesOf);
    return RegionServerReport.newBuilder()
        .setRegionServer("rs,1,1")
        .setVersion("test")
        .setOffloaded(0)
        .setFailedAttempts(0)
        .setCancelled(0)
        .setAway(inFlight)
        .setWarmupsCompleted(0)
        .setWarmupsEndedEarly(0)
        .build();
  }
}
