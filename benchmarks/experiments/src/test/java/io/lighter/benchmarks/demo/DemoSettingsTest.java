// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.lighter.common.config.WarmupStrategy;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class DemoSettingsTest {
  private static final long MB = 1 << 20;

  @Test
  void warmUpsOfTheDefaultRowsTakeAboutSevenSeconds() {
    assertThat(settings(80_000).warmupRate(2)).isBetween(6 * MB, 12 * MB);
  }

  @Test
  void rateIsALimitForAnyNumberOfRows() {
    assertThat(settings(1).warmupRate(2)).isEqualTo(2 * MB);
    assertThat(settings(DemoSettings.MAX_ROWS).warmupRate(2)).isEqualTo(16 * MB);
  }

  @Test
  void warmupTimeoutGrowsWithTheRows() {
    assertThat(settings(1).warmupTimeout()).isEqualTo(Duration.ofMinutes(3));
    assertThat(settings(10_000_000).warmupTimeout()).isGreaterThan(Duration.ofMinutes(12));
  }

  @Test
  void serverOfTheObjectStoreHasHeapForTheRows() {
    assertThat(settings(1).storeHeap()).isEqualTo("768m");
    assertThat(settings(80_000).storeHeap()).isEqualTo("1500m");
  }

  @Test
  void rowsThatDoNotFitIntoTheObjectStoreAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> new DemoSettings(500_001, true, WarmupStrategy.THROTTLED, Pace.FULL, true))
        .withMessage(
            "--rows 500001: expected at most 500000 with --object-store, whose objects are in"
                + " memory");
    assertThat(settings(500_001).objectStore()).isFalse();
  }

  private static DemoSettings settings(int rows) {
    return new DemoSettings(rows, true, WarmupStrategy.THROTTLED, Pace.FULL, false);
  }
}
