// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.service.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.testing.fixtures.ManualClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class UnauthenticatedPeerLogTest {
  private final ManualClock clock = new ManualClock(Long.MAX_VALUE - 5_000); // overflows on its way
  private final UnauthenticatedPeerLog log = new UnauthenticatedPeerLog(clock);

  @Test
  void firstLineIsWrittenThenOnePerTenSeconds() {
    assertThat(denied()).isTrue();
    assertThat(denied()).isFalse();
    clock.advance(Duration.ofMillis(9_999));
    assertThat(denied()).isFalse();
    clock.advance(Duration.ofMillis(1));
    assertThat(denied()).isTrue();
    assertThat(denied()).isFalse();
  }

  private boolean denied() {
    return log.denied("10.0.0.7", "connect", "a test");
  }
}
