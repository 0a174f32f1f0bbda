// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class DisturbancesTest {
  private final AtomicLong clock = new AtomicLong(100);
  private final Disturbances disturbances = new Disturbances(clock::get);

  @Test
  void answersOfIncrementsCountUnlessARegionServerMayHaveDiedSince() throws Exception {
    disturbances.regionChanges().during(() -> clock.addAndGet(5));
    assertThat(disturbances.invalidatesIncrement(100)).as("a region that only moved").isFalse();

    disturbances
        .serverDeaths()
        .during(
            () -> {
              assertThat(disturbances.invalidatesIncrement(100)).isTrue();
              return clock.addAndGet(10);
            });

    assertThat(disturbances.invalidatesIncrement(110)).isTrue();
    assertThat(disturbances.invalidatesIncrement(116)).isFalse();
  }
}
