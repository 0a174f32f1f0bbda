// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class DisturbanceGateTest {
  private final DisturbanceGate gate = new DisturbanceGate(false);

  @Test
  void disturbanceBeginsOnlyWhileTheGateIsOpen() throws Exception {
    assertThat(gate.enter()).isFalse();

    gate.open();
    assertThat(gate.enter()).isTrue();
    gate.leave();

    assertThat(gate.close(Duration.ZERO)).isTrue();
    assertThat(gate.enter()).isFalse();
  }

  @Test
  void closeWaitsForDisturbancesInProgress() throws Exception {
    gate.open();
    assertThat(gate.enter()).isTrue();
    FutureTask<Boolean> closing = new FutureTask<>(() -> gate.close(Duration.ofMinutes(1)));
    Thread thread = new Thread(closing);
    thread.start();
    while (thread.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
    assertThat(closing.isDone()).isFalse();

    gate.leave();

    assertThat(closing.get(1, TimeUnit.MINUTES)).isTrue();
  }

  @Test
  void closeReturnsFalseIfADisturbanceDoesNotEnd() throws Exception {
    gate.open();
    assertThat(gate.enter()).isTrue();

    assertThat(gate.close(Duration.ofMillis(1))).isFalse();
  }
}
