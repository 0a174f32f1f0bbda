// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.testing.fixtures.ManualClock;
import java.time.Duration;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WantedServersTest {
  private static final long MB = 1L << 20;
  private static final long GB = 1L << 30;
  private static final WantedServers.Cluster CLUSTER = cluster(0);

  private final ManualClock clock = new ManualClock(11);
  private WantedServers wanted;

  @BeforeEach
  void start() {
    wanted = new WantedServers(clock, 8 * MB);
  }

  @Test
  void signalIsUnknownBeforeAMeasurement() {
    wanted.measured(load(Duration.ofMinutes(59), 0, 0), CLUSTER);
    wanted.measured(load(0, 5), CLUSTER);
    wanted.measured(load(0, 0), cluster(5));
    wanted.measured(load(Duration.ofMinutes(4), 10, 0), CLUSTER);
    wanted.measured(load(10, 0), new WantedServers.Cluster(-1, 0, 6 * GB, 4));

    assertThat(wanted.wanted()).isEqualTo(WantedServers.UNKNOWN);
  }

  @Test
  void emptyMeasurementIsNotRepeatedAtOnce() {
    assertThat(wanted.isDue()).isTrue();
    wanted.measured(load(0, 5), CLUSTER);
    assertThat(wanted.isDue()).isFalse();

    pass(WantedServers.PAUSE);
    assertThat(wanted.isDue()).isTrue();
  }

  @Test
  void anHourWithoutCompactionsWantsOneServer() {
    wanted.measured(load(0, 0), CLUSTER);

    assertThat(wanted.wanted()).isOne();
  }

  @Test
  void measuredLoadOfThePaperWantsItsTwoServers() {
    wanted.measured(load(10, 0), CLUSTER);

    assertThat(wanted.wanted()).isEqualTo(2);
    assertThat(wanted.isDue()).isFalse();
  }

  @Test
  void waitingAndRejectedCompactionsAreDemand() {
    wanted.measured(load(10, 10), cluster(10)); // 3 an hour: one region for each server

    assertThat(wanted.wanted()).isEqualTo(10);
  }

  @Test
  void measuredWarmupRateReplacesTheConfiguredOne() {
    MeasuredLoad fast =
        new MeasuredLoad(Duration.ofHours(1), 10, 40 * GB, 2_048_000, 0, OptionalLong.of(800 * MB));
    wanted.measured(fast, CLUSTER); // D = 204.8 + 5.1 s: 17 regions a server

    assertThat(wanted.wanted()).isEqualTo(1);
  }

  @Test
  void tooBusyRegionGetsOneServer() {
    wanted.measured(load(100, 0), CLUSTER);

    assertThat(wanted.wanted()).isEqualTo(10);
  }

  @Test
  void signalRisesAtOnceAndFallsAfterTheHold() {
    wanted.measured(load(10, 0), CLUSTER);
    pass(Duration.ofMinutes(1));
    wanted.measured(load(30, 0), CLUSTER);
    assertThat(wanted.wanted()).isEqualTo(10);

    for (int minute = 0; minute < 15; minute++) {
      pass(Duration.ofMinutes(1));
      wanted.measured(load(10, 0), CLUSTER);
      assertThat(wanted.wanted()).isEqualTo(10);
    }
    pass(Duration.ofMinutes(1));
    wanted.measured(load(10, 0), CLUSTER);
    assertThat(wanted.wanted()).isEqualTo(2);
  }

  @Test
  void silenceMakesTheSignalUnknown() {
    wanted.measured(load(10, 0), CLUSTER);
    pass(WantedServers.HOLD.plusSeconds(1));

    assertThat(wanted.wanted()).isEqualTo(WantedServers.UNKNOWN);
  }

  private void pass(Duration time) {
    clock.advance(time);
  }

  private static WantedServers.Cluster cluster(long queued) {
    return new WantedServers.Cluster(10, queued, 6 * GB, 4);
  }

  /** Jobs of 4 GB at 20 MB/s. */
  private static MeasuredLoad load(long jobs, long rejected) {
    return load(Duration.ofHours(1), jobs, rejected);
  }

  private static MeasuredLoad load(Duration window, long jobs, long rejected) {
    return new MeasuredLoad(
        window, jobs, jobs * 4 * GB, jobs * 204_800, rejected, OptionalLong.empty());
  }
}
