// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.warmup;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class WarmupStopTest {
  private final AtomicBoolean closes = new AtomicBoolean();

  @Test
  void firstReasonStays() {
    WarmupStop stop = new WarmupStop(closes::get, Duration.ofDays(1));
    assertThat(stop.isStopped()).isFalse();
    assertThat(stop.reason()).isEmpty();

    stop.now("two later compactions wait");
    stop.now("the store closes");
    closes.set(true);

    assertThat(stop.isStopped()).isTrue();
    assertThat(stop.reason()).isEqualTo("two later compactions wait");
  }

  @Test
  void closingRegionStopsTheWarmupForGood() {
    WarmupStop stop = new WarmupStop(closes::get, Duration.ofDays(1));
    closes.set(true);
    assertThat(stop.isStopped()).isTrue();
    closes.set(false);

    assertThat(stop.isStopped()).isTrue();
    assertThat(stop.reason()).isEqualTo("the region closes");
  }

  @Test
  void warmupStopsAtItsDeadline() {
    WarmupStop stop = new WarmupStop(closes::get, Duration.ofNanos(-1));

    assertThat(stop.isStopped()).isTrue();
    assertThat(stop.reason()).isEqualTo("deadline");
  }
}
