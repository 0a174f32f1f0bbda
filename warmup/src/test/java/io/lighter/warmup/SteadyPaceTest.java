// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.warmup;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SteadyPaceTest {
  private long now = 100;
  private long rate = 1000;
  private final SteadyPace pace = new SteadyPace(() -> rate, () -> now);

  @Test
  void firstBytesDoNotWait() {
    assertThat(pace.nanosBefore(500)).isZero();
  }

  @Test
  void nextCallerWaitsForEarlierBytes() {
    pace.nanosBefore(500);

    assertThat(pace.nanosBefore(500)).isEqualTo(TimeUnit.MILLISECONDS.toNanos(500));
    assertThat(pace.nanosBefore(1)).isEqualTo(TimeUnit.SECONDS.toNanos(1));
  }

  @Test
  void elapsedTimeShortensTheWait() {
    pace.nanosBefore(500);
    now += TimeUnit.MILLISECONDS.toNanos(400);

    assertThat(pace.nanosBefore(500)).isEqualTo(TimeUnit.MILLISECONDS.toNanos(100));
  }

  @Test
  void idleTimeAllowsNoBurst() {
    now += TimeUnit.HOURS.toNanos(1);
    pace.nanosBefore(500);

    assertThat(pace.nanosBefore(500)).isEqualTo(TimeUnit.MILLISECONDS.toNanos(500));
  }

  @Test
  void changedRateAppliesFromTheNextBytes() {
    rate = 2000;
    pace.nanosBefore(500);

    assertThat(pace.nanosBefore(500)).isEqualTo(TimeUnit.MILLISECONDS.toNanos(250));
  }
}
