// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.index.region;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.testing.fixtures.ManualClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Breaker and bulkhead. */
class LimitsTest {
  private final ManualClock clock = new ManualClock(Long.MAX_VALUE - 5);
  private final Breaker breaker = new Breaker(clock, Duration.ofSeconds(1));

  @Test
  void regionIsRefusedForASecondAfterItsTimeOut() {
    assertThat(breaker.refuses("a")).isFalse();

    breaker.refuse("a");

    assertThat(breaker.refuses("a")).isTrue();
    assertThat(breaker.refuses("b")).isFalse();
    clock.advance(Duration.ofMillis(999));
    assertThat(breaker.refuses("a")).isTrue();
    clock.advance(Duration.ofMillis(1));
    assertThat(breaker.refuses("a")).isFalse();
  }

  @Test
  void breakerForgetsRegions() {
    for (int i = 0; i < 100; i++) {
      breaker.refuse("region" + i);
      clock.advance(Duration.ofMillis(500));
    }

    assertThat(breaker.size()).isLessThan(4);
  }

  @Test
  void bulkheadLetsOnlySomeWait() {
    Bulkhead bulkhead = new Bulkhead(2);

    assertThat(bulkhead.tryEnter()).isTrue();
    assertThat(bulkhead.tryEnter()).isTrue();
    assertThat(bulkhead.tryEnter()).isFalse();
    assertThat(bulkhead.waiting()).isEqualTo(2);

    bulkhead.leave();

    assertThat(bulkhead.waiting()).isEqualTo(1);
    assertThat(bulkhead.tryEnter()).isTrue();
  }
}
