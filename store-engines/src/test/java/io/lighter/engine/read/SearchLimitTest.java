// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SearchLimitTest {
  private static final int MOST = 8;
  private static final long IDLE = 1_000_000;

  private final AtomicLong clock = new AtomicLong(-5);
  private final SearchLimit limit = new SearchLimit(MOST, clock::get);

  @Test
  void growsByOneForEachWindowUpToAllThreads() {
    assertThat(limit.limit()).isOne();
    for (int expected = 2; expected <= MOST; expected++) {
      took(SearchLimit.WINDOW - 1, IDLE);
      assertThat(limit.limit()).isEqualTo(expected - 1);
      took(1, IDLE);
      assertThat(limit.limit()).isEqualTo(expected);
    }
    took(SearchLimit.WINDOW, IDLE);
    assertThat(limit.limit()).isEqualTo(MOST);
  }

  @Test
  void isHalvedWhenReadsTakeMoreThanTwiceTheIdleTime() {
    grow();
    took(SearchLimit.WINDOW, 2 * IDLE);
    assertThat(limit.limit()).as("twice").isEqualTo(MOST);
    took(SearchLimit.WINDOW, 2 * IDLE + 1);
    assertThat(limit.limit()).isEqualTo(MOST / 2);
    took(4 * SearchLimit.WINDOW, 3 * IDLE);
    assertThat(limit.limit()).as("one may always be in flight").isOne();
    took(SearchLimit.WINDOW, IDLE);
    assertThat(limit.limit()).isEqualTo(2);
  }

  /** Reads of a disk have a long tail at any load. */
  @Test
  void fewSlowReadsDoNotCount() {
    grow();
    took(SearchLimit.WINDOW / 2 - 1, 100 * IDLE);
    took(SearchLimit.WINDOW / 2 + 1, IDLE);
    assertThat(limit.limit()).isEqualTo(MOST);
  }

  @Test
  void idleTimeIsTheLowestThatWasSeen() {
    took(SearchLimit.WINDOW, 5 * IDLE);
    took(SearchLimit.WINDOW, IDLE);
    took(SearchLimit.WINDOW, IDLE);
    assertThat(limit.limit()).isEqualTo(4);
    took(SearchLimit.WINDOW, 3 * IDLE);
    assertThat(limit.limit()).isEqualTo(2);
  }

  @Test
  void beginsAtOneEachMinuteAndMeasuresTheIdleTimeAnew() {
    grow();
    took(3, 100 * IDLE);
    clock.addAndGet(SearchLimit.IDLE_NANOS - 1);
    took(1, IDLE);
    assertThat(limit.limit()).isEqualTo(MOST);
    clock.incrementAndGet();
    took(1, 9 * IDLE);
    assertThat(limit.limit()).isOne();
    took(SearchLimit.WINDOW - 2, 9 * IDLE);
    assertThat(limit.limit()).as("the window begins anew").isOne();
    took(1, 9 * IDLE);
    assertThat(limit.limit()).as("the disk is slower than it was").isEqualTo(2);
    took(SearchLimit.WINDOW, 9 * IDLE);
    assertThat(limit.limit()).isEqualTo(3);
  }

  @Test
  void noMoreAreInFlightThanTheLimitSays() {
    took(2 * SearchLimit.WINDOW, IDLE);
    for (int seek = 0; seek < 3; seek++) {
      assertThat(limit.add()).isTrue();
    }
    assertThat(limit.add()).isFalse();
    took(SearchLimit.WINDOW, 3 * IDLE);
    limit.remove();
    assertThat(limit.add()).as("two are left, and one may be").isFalse();
    limit.remove();
    limit.remove();
    assertThat(limit.add()).isTrue();
    assertThat(limit.add()).isFalse();
  }

  private void grow() {
    took(MOST * SearchLimit.WINDOW, IDLE);
    assertThat(limit.limit()).isEqualTo(MOST);
  }

  private void took(int seeks, long nanos) {
    for (int seek = 0; seek < seeks; seek++) {
      limit.took(nanos);
    }
  }
}
