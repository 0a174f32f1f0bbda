// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ScanPlanTest {
  private static final int ROWS = 500;

  @Test
  void planCoversTheRangeOfTheScan() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 10_000; i++) {
      ScanPlan plan = ScanPlan.random(random, ROWS);
      int low = 0;
      int high = 2 * ROWS - 1;
      byte[] lower =
          plan.scan().isReversed() ? plan.scan().getStopRow() : plan.scan().getStartRow();
      byte[] upper =
          plan.scan().isReversed() ? plan.scan().getStartRow() : plan.scan().getStopRow();
      boolean withLower =
          plan.scan().isReversed() ? plan.scan().includeStopRow() : plan.scan().includeStartRow();
      boolean withUpper =
          plan.scan().isReversed() ? plan.scan().includeStartRow() : plan.scan().includeStopRow();
      if (lower.length > 0) {
        low = 2 * Keys.row(lower) + (withLower ? 0 : 1);
      }
      if (upper.length > 0) {
        high = 2 * Keys.row(upper) - (withUpper ? 0 : 1);
      }
      assertThat(plan.first()).as(plan.describe()).isEqualTo(low);
      assertThat(plan.last()).as(plan.describe()).isEqualTo(high);
    }
  }

  @Test
  void randomPlansIncludeAllKindsOfScans() {
    SplittableRandom random = new SplittableRandom(1);
    Set<ResultChecker.Promise> promises = EnumSet.noneOf(ResultChecker.Promise.class);
    int reversed = 0;
    int fromTheStart = 0;
    for (int i = 0; i < 1_000; i++) {
      ScanPlan plan = ScanPlan.random(random, ROWS);
      promises.add(plan.promise());
      reversed += plan.scan().isReversed() ? 1 : 0;
      fromTheStart += plan.scan().getStartRow().length == 0 ? 1 : 0;
    }

    assertThat(promises)
        .containsExactlyInAnyOrder(ResultChecker.Promise.WHOLE_ROW, ResultChecker.Promise.PARTS);
    assertThat(reversed).isBetween(200, 500);
    assertThat(fromTheStart).isBetween(100, 350);
  }

  @Test
  void limitIsPassedToClientsThatRespectLimits() {
    SplittableRandom random = new SplittableRandom(1);
    Set<Scanning.Client> limited = EnumSet.noneOf(Scanning.Client.class);
    for (int i = 0; i < 1_000; i++) {
      ScanPlan plan = ScanPlan.random(random, ROWS);
      if (plan.scan().getLimit() > 0) {
        assertThat(plan.scan().getLimit()).as(plan.describe()).isEqualTo(plan.limit());
        limited.add(plan.client());
      }
    }

    assertThat(limited).containsExactly(Scanning.Client.BLOCKING);
  }

  @Test
  void sameSeedMakesTheSameScans() {
    assertThat(ScanPlan.random(new SplittableRandom(3), ROWS).describe())
        .isEqualTo(ScanPlan.random(new SplittableRandom(3), ROWS).describe());
  }

  @Test
  void halfOfTheChangesDelete() {
    SplittableRandom random = new SplittableRandom(1);
    int deletes = 0;
    for (int i = 0; i < 10_000; i++) {
      Change change = Change.random(random);
      deletes += change.on(Column.A).deletes() || change.on(Column.B).deletes() ? 1 : 0;
    }
    assertThat(deletes).isBetween(4_500, 5_500);
  }
}
