// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.common.protocol.LighterProtos.JobReport;
import io.lighter.common.protocol.LighterProtos.JobState;
import io.lighter.common.protocol.LighterProtos.ServerReport;
import io.lighter.manager.ManagerCluster;
import io.lighter.testing.fixtures.ManualClock;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.ServerName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ThroughputSharesTest {
  private static final long LIMIT = 1_000_000;
  private static final ServerName A = server(0);
  private static final ServerName B = server(1);
  private static final ServerName C = server(2);

  private final ManualClock clock = new ManualClock();
  private final AtomicLong limit = new AtomicLong(LIMIT);
  private ThroughputShares shares = new ThroughputShares(limit::get, clock);
  private String leadership = "first";

  /** Shares in use by server, and numbers of running jobs. */
  private final Map<ServerName, OptionalLong> held = new HashMap<>();

  private final Map<ServerName, Integer> jobs = new HashMap<>();
  private final Set<ServerName> live = new HashSet<>();

  @Test
  void singleServerGetsTheWholeLimit() {
    start(A, 0);
    assertThat(report(A)).hasValue(LIMIT);
  }

  @Test
  void idleServersGetAFloorAndTheRestFollowsTheJobs() {
    start(A, 3);
    start(B, 1);
    start(C, 0);
    settle();

    assertThat(held.get(C).orElseThrow()).isBetween(LIMIT / 100, LIMIT / 50);
    assertThat(held.get(A).orElseThrow() / (double) held.get(B).orElseThrow()).isBetween(2.7, 3.0);
    assertThat(sum()).isBetween(LIMIT - 3, LIMIT);
  }

  @Test
  void serversWithoutJobsGetEqualShares() {
    start(A, 0);
    start(B, 0);
    settle();

    assertThat(held.get(A)).hasValue(LIMIT / 2);
    assertThat(held.get(B)).hasValue(LIMIT / 2);
  }

  @Test
  void shareIsRaisedOnlyAfterTheOthersReportedTheirLowerOne() {
    start(A, 1);
    start(B, 0);
    settle();
    long low = held.get(B).orElseThrow();
    jobs.put(B, 1);

    assertThat(report(B)).as("A still has it").hasValue(low);
    long lowered = report(A).orElseThrow();
    assertThat(lowered).isLessThan(LIMIT * 6 / 10);
    assertThat(report(B)).as("A has been told, but has not said so").hasValue(low);
    report(A);
    assertThat(report(B).orElseThrow()).isBetween(LIMIT / 2 - 1, LIMIT / 2 + 1);
  }

  @Test
  void lostAnswerDelaysTheOtherShares() {
    start(A, 1);
    start(B, 0);
    settle();
    jobs.put(B, 1);
    OptionalLong before = held.get(A);
    report(A);
    held.put(A, before); // the answer never arrived

    long others = report(B).orElseThrow();
    report(A);
    assertThat(others + before.orElseThrow()).isLessThanOrEqualTo(LIMIT);
    assertThat(report(B).orElseThrow() + before.orElseThrow()).isLessThanOrEqualTo(LIMIT);
  }

  @Test
  void newLeaderRaisesNoShareUntilAllHaveReported() {
    start(A, 1);
    start(B, 1);
    settle();
    long ofA = held.get(A).orElseThrow();
    leadership = "second";
    jobs.put(B, 0);

    assertThat(report(A)).hasValue(ofA);
    report(B);
    report(B);
    assertThat(report(A).orElseThrow()).isGreaterThan(ofA);
  }

  @Test
  void unreportedServerDelaysSharesAtTheStartOnly() {
    start(A, 1);
    live.add(B);
    assertThat(report(A)).hasValue(0);

    clock.advance(ThroughputShares.FIRST_REPORTS.plusNanos(1));

    assertThat(report(A)).hasValue(LIMIT);
  }

  @Test
  void shareOfADepartedServerIsFreeOnceItsJobsMustHaveEnded() {
    start(A, 1);
    start(B, 1);
    settle();
    long ofA = held.get(A).orElseThrow();
    live.remove(B);
    assertThat(report(A)).hasValue(ofA);

    clock.advance(ThroughputShares.DEPARTURE.plusNanos(1));

    assertThat(report(A)).hasValue(LIMIT);
  }

  @Test
  void silentServersShareIsReassigned() {
    start(A, 1);
    settle();
    start(B, 1);
    clock.advance(ThroughputShares.SILENCE.minusNanos(1));
    assertThat(report(B)).as("A has all of it").hasValue(0);

    clock.advance(Duration.ofNanos(2));

    assertThat(report(B)).hasValue(LIMIT);
  }

  @Test
  void overtakenReportChangesNothing() {
    start(A, 1);
    settle();
    clock.advance(Duration.ofSeconds(10));
    report(A);
    ServerReport old = ServerReport.newBuilder(reportOf(A)).setUptimeMs(1).build();

    assertThat(shares.share(leadership, A, old.toBuilder().clearBytesPerSecond().build(), live))
        .hasValue(LIMIT);
  }

  @Test
  void limitCanBeLoweredAndRemoved() {
    start(A, 1);
    start(B, 1);
    settle();
    limit.set(LIMIT / 10);
    settle();
    assertThat(sum()).isBetween(LIMIT / 10 - 2, LIMIT / 10);

    limit.set(0);
    assertThat(report(A)).isEmpty();
    assertThat(report(B)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void sharesInUseNeverExceedTheLimit(long seed) {
    Random random = new Random(seed);
    for (int step = 0; step < 20_000; step++) {
      clock.advance(Duration.ofMillis(random.nextInt(200)));
      ServerName server = server(random.nextInt(5));
      if (!live.contains(server)) {
        if (random.nextInt(20) == 0) {
          start(server, random.nextInt(4));
        }
        continue;
      }
      switch (random.nextInt(60)) {
        case 0 -> { // it dies: its share is unused
          live.remove(server);
          held.remove(server);
        }
        case 1, 2, 3, 4 -> jobs.put(server, random.nextInt(4));
        case 5, 6, 7 -> { // the answer is lost
          OptionalLong before = held.get(server);
          report(server);
          held.put(server, before);
        }
        case 8 -> leadership = "leader of step " + step;
        default -> report(server);
      }
      assertThat(sum()).as("step %s", step).isLessThanOrEqualTo(LIMIT);
    }
    settle();
    assertThat(sum()).isGreaterThan(LIMIT * 9 / 10);
  }

  private void start(ServerName server, int running) {
    live.add(server);
    jobs.put(server, running);
    held.put(server, OptionalLong.empty());
  }

  /** Sends a report whose answer arrives. */
  private OptionalLong report(ServerName server) {
    OptionalLong share = shares.share(leadership, server, reportOf(server), live);
    held.put(server, share);
    return share;
  }

  /** Advances the clock until all temporary shares have expired. */
  private void settle() {
    for (int round = 0; round < 100; round++) {
      clock.advance(Duration.ofSeconds(1));
      live.forEach(this::report);
    }
  }

  private long sum() {
    return held.values().stream().mapToLong(share -> share.orElse(0)).sum();
  }

  private ServerReport reportOf(ServerName server) {
    ServerReport.Builder report =
        ManagerCluster.report(server, 0).toBuilder()
            .setThreads(4)
            .setUptimeMs(Duration.ofNanos(clock.nanoTime()).toMillis());
    held.get(server).ifPresent(report::setBytesPerSecond);
    for (int i = 0; i < jobs.get(server); i++) {
      report.addJob(job(i));
    }
    return report.build();
  }

  private static JobReport job(int number) {
    return JobReport.newBuilder()
        .setJobId("cj-%020d".formatted(number))
        .setState(JobState.COMPACTING)
        .setTable("t")
        .setRegion("r")
        .setFamily("f")
        .setRegionServer("rs,16020,1")
        .setMajor(true)
        .setInputBytes(1)
        .setInputFiles(1)
        .setPriority(1)
        .setAgeMs(1)
        .setRunningMs(1)
        .build();
  }

  private static ServerName server(int number) {
    return ServerName.valueOf("s" + number, 16040, 1);
  }
}
