// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.lighter.testing.fixtures.ManualClock;
import java.time.Duration;
import java.util.Set;
import org.apache.hadoop.hbase.ServerName;
import org.junit.jupiter.api.Test;

class DrainCleanerTest {
  private static final ServerName A = ServerName.valueOf("a", 16040, 1);
  private static final ServerName B = ServerName.valueOf("b", 16040, 1);

  private final ManualClock clock = new ManualClock(-5);
  private final DrainCleaner.Missing missing = new DrainCleaner.Missing(clock);

  @Test
  void serverIsLongMissingAfterTheWholeTime() {
    assertThat(missing.longMissing(Set.of(A, B), Set.of(B))).isEmpty();
    advance(DrainCleaner.GONE_FOR.minusNanos(1));
    assertThat(missing.longMissing(Set.of(A, B), Set.of(B))).isEmpty();
    advance(Duration.ofNanos(1));
    assertThat(missing.longMissing(Set.of(A, B), Set.of(B))).containsExactly(A);
  }

  @Test
  void returnedServerStartsItsTimeAgain() {
    missing.longMissing(Set.of(A), Set.of());
    advance(DrainCleaner.GONE_FOR);
    assertThat(missing.longMissing(Set.of(A), Set.of(A))).isEmpty();
    assertThat(missing.longMissing(Set.of(A), Set.of())).isEmpty();
    advance(DrainCleaner.GONE_FOR);
    assertThat(missing.longMissing(Set.of(A), Set.of())).containsExactly(A);
  }

  @Test
  void timesStartAgainAfterALostLeadership() {
    missing.longMissing(Set.of(A), Set.of());
    missing.forget();
    advance(DrainCleaner.GONE_FOR);

    assertThat(missing.longMissing(Set.of(A), Set.of())).isEmpty();
  }

  private void advance(Duration time) {
    clock.advance(time);
  }
}
