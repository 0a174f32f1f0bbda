// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.balance;

import static io.lighter.manager.balance.JobReports.job;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lighter.common.assignment.SlotTable;
import io.lighter.common.config.ConfigurationException;
import io.lighter.common.config.LighterConfiguration;
import io.lighter.common.protocol.LighterProtos.JobState;
import io.lighter.common.protocol.LighterProtos.ServerReport;
import io.lighter.testing.fixtures.ManualClock;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.ServerName;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LoadTrackerTest {
  private static final ServerName A = ServerName.valueOf("a", 16040, 1);
  private static final List<ServerName> LIVE = List.of(A);
  private static final String GROUP = "g";
  private static final Offset<Double> ABOUT = within(1e-6);

  private BalanceSettings settings;
  private LoadTracker loads;
  private final ManualClock clock = new ManualClock();

  @BeforeEach
  void start() throws ConfigurationException {
    settings = BalanceSettings.of(LighterConfiguration.defaults());
    loads = new LoadTracker(settings, clock);
  }

  @Test
  void steadyFlowIsMeasuredAsItsRate() {
    for (int second = 0; second < 4 * 3600; second++) {
      add(report(second * 1000L).addJob(job("cj-" + second, "r1", 1000, JobState.COMPLETED)));
      pass(Duration.ofSeconds(1));
    }

    assertThat(load().compacted()).isCloseTo(60_000, within(1500.0));
    assertThat(demand("r1")).isCloseTo(60_000, within(600.0));
  }

  @Test
  void repeatedlyReportedJobCountsOnce() {
    add(report(0).addJob(job("cj-1", "r1", 1000, JobState.QUEUED)));
    double once = demand("r1");
    add(report(0).addJob(job("cj-1", "r1", 1000, JobState.COMPACTING)));
    add(report(0).addJob(job("cj-1", "r1", 1000, JobState.COMPLETED)));
    add(report(1000));

    assertThat(once).isPositive();
    assertThat(demand("r1")).isCloseTo(once, ABOUT);
    assertThat(group().lastRegion(SlotTable.slotOf("r1"))).contains("t,r1");
  }

  @Test
  void loadOfASlotHalvesInItsWindow() {
    add(report(0).addJob(job("cj-1", "r1", 1 << 20, JobState.QUEUED)));
    double before = demand("r1");

    pass(settings.slotWindow());

    assertThat(demand("r1")).isCloseTo(before / 2, within(before / 1000));
  }

  @Test
  void bytesOfUnreportedJobsAreSpreadOverTheServersSlots() {
    ServerName[] owners = new ServerName[SlotTable.SLOTS];
    Arrays.fill(owners, A);
    int[] regions = new int[SlotTable.SLOTS];
    regions[5] = 3;
    regions[9] = 1;
    add(report(0));
    loads.placed(GROUP, new Placement(SlotTable.of(owners), regions));

    add(report(4000));

    assertThat(group().demand(5)).isCloseTo(3 * group().demand(9), ABOUT);
    assertThat(group().demand(9)).isPositive();
    assertThat(IntStream.range(0, SlotTable.SLOTS).filter(slot -> group().demand(slot) > 0))
        .hasSize(2);
  }

  @Test
  void pressureIsTheMaximumOfThreadsWaitMemoryAndCpu() {
    add(report(0).setCpuLoad(0.3).setReservedBytes(600));
    assertThat(load().pressure()).as("memory").isCloseTo(0.6, ABOUT);

    restart();
    add(report(0).setCpuLoad(0.7).setReservedBytes(600));
    assertThat(load().pressure()).as("CPU").isCloseTo(0.7, ABOUT);

    restart();
    add(report(0).setExpectedWaitMs(settings.fullWait().toMillis() * 3 / 2));
    assertThat(load().pressure()).as("wait").isCloseTo(1.5, ABOUT);

    restart();
    add(report(0).addJob(job("cj-1", "r1", 1, JobState.COMPACTING)));
    assertThat(load().pressure()).as("threads").isCloseTo(0.25, ABOUT);

    restart();
    add(report(0).setReservedBytes(5000).setKeptBytes(9000));
    assertThat(load().pressure()).as("a lone job that is too large").isCloseTo(1, ABOUT);
  }

  @Test
  void nanLoadIsUnknownAndDoesNotPersist() {
    add(report(0).setCpuLoad(Double.NaN));
    assertThat(load().cpu()).isNegative();
    pass(settings.window());
    add(report(0).setCpuLoad(0.5));

    assertThat(load().pressure()).isCloseTo(0.25, within(0.01));
  }

  @Test
  void pressureIsSmoothed() {
    add(report(0));
    pass(settings.window());
    add(report(0).setCpuLoad(1));

    assertThat(load().pressure()).isCloseTo(0.5, within(0.01));
  }

  @Test
  void leavingServerAndItsGroupAreDropped() {
    add(report(0).addJob(job("cj-1", "r1", 1000, JobState.QUEUED)));

    loads.retainAll(List.of());

    assertThat(group().of(A)).isEmpty();
    assertThat(group().hasDemand()).isFalse();
  }

  @Test
  void reportOfADeadServerIsDropped() {
    loads.add(report(0).build(), List.of());

    assertThat(group().of(A)).isEmpty();
  }

  private void restart() {
    loads.retainAll(List.of());
  }

  private void pass(Duration time) {
    clock.advance(time);
  }

  private void add(ServerReport.Builder report) {
    loads.add(report.build(), LIVE);
  }

  private GroupLoad group() {
    return loads.of(GROUP, LIVE);
  }

  private ServerLoad load() {
    return group().of(A).orElseThrow();
  }

  private double demand(String region) {
    return group().demand(SlotTable.slotOf(region));
  }

  private static ServerReport.Builder report(long compactedBytes) {
    return ServerReport.newBuilder()
        .setServer(A.getServerName())
        .setVersion("1")
        .setGroup(GROUP)
        .setCacheBytes(1000)
        .setReservedBytes(0)
        .setThreads(4)
        .setQueueCapacity(10)
        .setCompletedJobs(0)
        .setFailedJobs(0)
        .setCancelledJobs(0)
        .setRefusedRequests(0)
        .setCompactedBytes(compactedBytes)
        .setUptimeMs(0)
        .setCpuLoad(0)
        .setDraining(false);
  }
}
