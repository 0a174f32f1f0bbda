// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.pressure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PressureGaugeTest {
  private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
  private static final int TICKS_PER_SECOND = 20;
  private static final int MINUTE = 60;

  private final AtomicLong clock = new AtomicLong();
  private final WalSyncTimes syncs = new WalSyncTimes();
  private final Random random = new Random(7);
  private int active;
  private long requests;
  private final PressureGauge gauge =
      new PressureGauge(clock::get, syncs, () -> active, () -> requests);

  @Test
  void nothingIsKnownWithoutData() {
    run(10 * MINUTE, 0, 0);

    assertThat(gauge.pressure()).isEqualTo(Pressure.UNKNOWN);
    assertThat(Pressure.percent(gauge.pressure().walSync())).isEqualTo(-1);
  }

  @Test
  void noiseAroundTheBaselineIsNearOne() {
    run(10 * MINUTE, 5, 1.3);

    for (int i = 0; i < MINUTE; i++) {
      run(1, 5, 1.3);
      assertThat(gauge.pressure().walSync().orElseThrow()).isBetween(0.8, 1.2);
    }
  }

  @Test
  void stallOfTheLogIsFeltForFiveSecondsAndNoLonger() {
    run(10 * MINUTE, 5, 1.3);

    syncs.postSync(TimeUnit.MILLISECONDS.toNanos(120), 1);
    run(1, 5, 1.3);
    assertThat(gauge.pressure().walSync().orElseThrow()).isGreaterThan(2);

    run(PressureGauge.WINDOW_SECONDS, 5, 1.3);
    assertThat(gauge.pressure().walSync().orElseThrow()).isLessThan(1.2);
  }

  @Test
  void longCompactionIsFeltUntilItsEndAndAnHourLaterTheNewTimeIsNormal() {
    run(60 * MINUTE, 5, 1.3);
    run(30 * MINUTE, 5, 10);
    assertThat(gauge.pressure().walSync().orElseThrow()).isGreaterThan(6);

    run(30 * MINUTE, 5, 10);
    assertThat(gauge.pressure().walSync().orElseThrow()).isBetween(0.8, 1.2);
  }

  @Test
  void fewSyncsAreUnknown() {
    run(10 * MINUTE, 5, 1.3);
    run(PressureGauge.WINDOW_SECONDS, 0, 0);
    syncs.postSync(TimeUnit.SECONDS.toNanos(1), 1);
    run(1, 0, 0);

    assertThat(gauge.pressure().walSync()).isEmpty();
  }

  @Test
  void slowCallsAreFeltAndMoreCallsOfTheSameTimeAreNot() {
    active = 2;
    serve(10 * MINUTE, 1_000); // 2 ms each
    assertThat(gauge.pressure().handlers().orElseThrow()).isBetween(0.9, 1.1);

    active = 10;
    serve(MINUTE, 5_000);
    assertThat(gauge.pressure().handlers().orElseThrow()).isBetween(0.9, 1.1);

    serve(PressureGauge.WINDOW_SECONDS, 1_000); // 10 ms each
    assertThat(gauge.pressure().handlers().orElseThrow()).isBetween(4.5, 5.5);
  }

  @Test
  void handlersThatAllWaitAreFelt() {
    active = 2;
    serve(10 * MINUTE, 1_000);
    active = 30;
    serve(PressureGauge.WINDOW_SECONDS, 0);

    assertThat(gauge.pressure().handlers().orElseThrow()).isGreaterThan(100);
  }

  @Test
  void disabledLogCountsAsNoSync() {
    for (int i = 0; i < 10 * MINUTE * TICKS_PER_SECOND; i++) {
      syncs.postSync(0, 0);
      tick();
    }

    assertThat(gauge.pressure().walSync()).isEmpty();
  }

  /** Syncs a log at each tick; their times are within a fifth of the mean. */
  private void run(int seconds, int syncsPerTick, double ms) {
    for (int i = 0; i < seconds * TICKS_PER_SECOND; i++) {
      for (int j = 0; j < syncsPerTick; j++) {
        syncs.postSync((long) (ms * 1e6 * (0.8 + 0.4 * random.nextDouble())), 1);
      }
      tick();
    }
  }

  private void serve(int seconds, int callsPerSecond) {
    for (int i = 0; i < seconds * TICKS_PER_SECOND; i++) {
      requests += callsPerSecond / TICKS_PER_SECOND;
      tick();
    }
  }

  private void tick() {
    clock.addAndGet(TICK_NANOS);
    gauge.tick();
  }
}
