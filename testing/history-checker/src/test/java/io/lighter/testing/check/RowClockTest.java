// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RowClockTest {
  private final AtomicLong wallClock = new AtomicLong(100);
  private final RowClock clock = new RowClock(wallClock::get);

  @Test
  void timestampsGrowWhileTheWallClockStands() {
    assertThat(clock.next()).isEqualTo(100);
    assertThat(clock.next()).isEqualTo(101);

    wallClock.set(200);
    assertThat(clock.next()).isEqualTo(200);
  }

  @Test
  void timestampsAfterAServersTimeAreAboveIt() {
    wallClock.set(300);
    clock.passServerTime();

    assertThat(clock.next()).isEqualTo(301);
  }

  @Test
  void serversTimeIsAwaitedUntilItIsAboveAllTimestamps() throws InterruptedException {
    RowClock ticking = new RowClock(wallClock::incrementAndGet);
    long last = 0;
    for (int i = 0; i < 3; i++) {
      last = ticking.next();
    }
    wallClock.set(last - 1); // the next look finds the last timestamp, the one after it a later one

    assertThat(ticking.awaitServerTime()).isGreaterThan(last);
  }

  @Test
  void newestTimestampsComeFirst() {
    assertThat(clock.newest(2)).containsExactly(100L);
    clock.next();
    clock.next();

    assertThat(clock.newest(2)).containsExactly(102L, 101L);
    assertThat(clock.known(new SplittableRandom(1))).isBetween(100L, 102L);
  }
}
