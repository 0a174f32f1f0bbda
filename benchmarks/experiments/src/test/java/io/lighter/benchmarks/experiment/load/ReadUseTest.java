// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ReadUseTest {
  private static final long PRESENT = 210_000;

  @Test
  void recentRowsAreTheNewestAndFewerThanTheFastTierHolds() {
    LoadPlan plan = LoadPlan.tiers(1, true, Map.of());
    long[] rows = rows(ReadUse.RECENT);

    assertThat(plan.rows()).isEqualTo(PRESENT);
    assertThat(rows).hasSize(16_800).contains(PRESENT - 1).doesNotHaveDuplicates();
    assertThat(LongStream.of(rows).min().orElseThrow())
        .as("the last 12 of 140 flushes are in the fast tier")
        .isGreaterThanOrEqualTo(PRESENT - 12 * plan.flushRows());
  }

  @Test
  void hotRowsAreSpreadOverTheLoad() {
    long[] rows = rows(ReadUse.HOT);

    assertThat(rows).hasSize(2_100).contains(0).doesNotHaveDuplicates();
    assertThat(LongStream.of(rows).max()).hasValue(209_900);
  }

  @Test
  void randomRowsAreOfTheUseAndPresent() {
    SplittableRandom random = new SplittableRandom(1);
    for (ReadUse use : ReadUse.values()) {
      assertThat(LongStream.range(0, 1_000).map(i -> use.random(random, 50)))
          .as(use.label())
          .allMatch(row -> row >= 0 && row < 50);
    }
  }

  private static long[] rows(ReadUse use) {
    return LongStream.range(0, use.rows(PRESENT)).map(index -> use.row(index, PRESENT)).toArray();
  }
}
