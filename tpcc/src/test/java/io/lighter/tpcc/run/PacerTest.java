// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.tpcc.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Scheduled starts on a manual clock. */
class PacerTest {
  /** Negative, as {@link System#nanoTime} may be. */
  private static final long START = -5;

  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  private long now = START;

  @Test
  void closedLoopStartsAtOnceUntilTheEnd() throws InterruptedException {
    Pacer pacer = pacer(0, SECOND);

    now += 17;
    assertThat(pacer.await()).hasValue(START + 17);
    now = START + SECOND;
    assertThat(pacer.await()).isEqualTo(OptionalLong.empty());
  }

  @Test
  void openLoopWaitsForEachStart() throws InterruptedException {
    Pacer pacer = pacer(4, SECOND);

    for (int i = 0; i < 4; i++) {
      assertThat(pacer.await()).hasValue(START + i * SECOND / 4);
      assertThat(now).isEqualTo(START + i * SECOND / 4);
    }
    assertThat(pacer.await()).isEqualTo(OptionalLong.empty());
  }

  @Test
  void lateOpenLoopKeepsScheduledStartsWithoutWaiting() throws InterruptedException {
    Pacer pacer = pacer(4, SECOND);

    now += SECOND / 2 + 3;

    assertThat(pacer.await()).hasValue(START);
    assertThat(pacer.await()).hasValue(START + SECOND / 4);
    assertThat(now).isEqualTo(START + SECOND / 2 + 3);
  }

  @Test
  void lateOpenLoopStartsNothingAfterTheEnd() throws InterruptedException {
    Pacer pacer = pacer(4, SECOND);

    now += SECOND;

    assertThat(pacer.await()).isEqualTo(OptionalLong.empty());
  }

  private Pacer pacer(double rate, long duration) {
    return new Pacer(rate, START, START + duration, () -> now, nanos -> now += nanos);
  }
}
