// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.server.pacing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class PaceControllerTest {
  private static final long FLOOR = 4;
  private static final long STEP = 8;
  private static final long FULL = 1_000;

  private final PaceController controller = new PaceController(2, STEP);

  @Test
  void runsAtFullSpeedUpToTheThreshold() {
    step(1, FULL);
    step(2, FULL);

    assertThat(controller.limit()).isEmpty();
  }

  @Test
  void firstStallHalvesTheMeasuredRateAndFurtherOnesTheLimit() {
    step(2.1, FULL);
    assertThat(controller.limit()).hasValue(500);

    step(3, 520); // a burst
    assertThat(controller.limit()).hasValue(250);

    step(3, 100); // the jobs did not use it up
    assertThat(controller.limit()).hasValue(50);
  }

  @Test
  void neverFallsBelowTheFloor() {
    for (int i = 0; i < 100; i++) {
      step(9, 0);
    }

    assertThat(controller.limit()).hasValue(FLOOR);
  }

  @Test
  void risesByOneStepBetweenCalmAndThreshold() {
    step(3, 200);
    for (int i = 1; i <= 20; i++) {
      step(1.9, limit());
      assertThat(limit()).isEqualTo(100 + i * STEP);
    }
  }

  @Test
  void limitDoublesOnlyAfterSomeCalmStepsInARow() {
    step(3, 200);
    for (int i = 1; i <= PaceController.CALM_STEPS; i++) {
      step(1.2, limit());
    }
    assertThat(limit()).isEqualTo(100 + PaceController.CALM_STEPS * STEP);

    step(1.3, limit()); // not calm: counts anew
    step(1.2, limit());
    assertThat(limit()).isEqualTo(100 + (PaceController.CALM_STEPS + 2) * STEP);

    for (int i = 1; i < PaceController.CALM_STEPS; i++) {
      step(1.2, limit());
    }
    long before = limit();
    step(1.2, before);
    assertThat(limit()).isEqualTo(2 * before);
  }

  @Test
  void idleRegionServerSoonLeavesTheJobsAtFullSpeed() {
    step(9, 2 * FLOOR);
    int steps = 0;
    while (controller.limit().isPresent()) {
      step(1, Math.min(FULL, limit()));
      steps++;
      assertThat(steps).isLessThan(12); // a minute
    }
  }

  @Test
  void limitThatHoldsJobsBackDoesNotEndWhileTheRegionServerIsNotIdle() {
    step(3, FULL);
    step(1.9, limit());

    assertThat(controller.limit()).isPresent();
  }

  @Test
  void limitEndsWhereJobsDoNotUseItUp() {
    step(3, FULL);
    step(1.9, 300);

    assertThat(controller.limit()).isEmpty();
  }

  @Test
  void unknownPressureIsFullSpeed() {
    step(3, FULL);
    controller.step(OptionalDouble.empty(), limit(), FLOOR);

    assertThat(controller.limit()).isEmpty();
  }

  @Test
  void anotherJobRaisesTheLimitToItsFloorAndSetsNone() {
    controller.atLeast(FLOOR);
    assertThat(controller.limit()).isEmpty();

    step(3, 0);
    controller.atLeast(2 * FLOOR);
    assertThat(controller.limit()).hasValue(2 * FLOOR);
    controller.atLeast(FLOOR);
    assertThat(controller.limit()).hasValue(2 * FLOOR);
  }

  @Test
  void hugeStepDoesNotOverflow() {
    PaceController huge = new PaceController(2, Long.MAX_VALUE);
    huge.step(OptionalDouble.of(3), FULL, FLOOR);
    huge.step(OptionalDouble.of(1), FULL, FLOOR);

    assertThat(huge.limit()).hasValue(FULL / 2);
  }

  private void step(double pressure, long rate) {
    controller.step(OptionalDouble.of(pressure), rate, FLOOR);
  }

  private long limit() {
    return controller.limit().orElseThrow();
  }
}
