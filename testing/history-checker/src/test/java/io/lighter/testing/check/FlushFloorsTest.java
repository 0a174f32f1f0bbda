// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FlushFloorsTest {
  private static final long GRACE = FlushFloors.GRACE.toNanos();

  private final FlushFloors floors = new FlushFloors();

  @Test
  void floorIsEmptyBeforeAFlushAndItsGracePeriod() {
    assertThat(floors.before(Long.MAX_VALUE)).isEmpty();

    floors.flushed(10, 20);

    assertThat(floors.before(20 + GRACE - 1)).isEmpty();
    assertThat(floors.before(20 + GRACE)).hasValue(10);
  }

  @Test
  void newestFlushBeforeTheGracePeriodCounts() {
    floors.flushed(10, 20);
    floors.flushed(30, 40);
    floors.flushed(50, 60);

    assertThat(floors.before(40 + GRACE)).hasValue(30);
  }
}
