// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.regionserver.offload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.InterruptedIOException;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class StoreBackoffTest {
  private long nowMs;
  private long wantedUntilMs = Long.MAX_VALUE;
  private long urgentFromMs = Long.MAX_VALUE;

  private final StoreBackoff backoff =
      new StoreBackoff(
          () -> nowMs < wantedUntilMs,
          () -> nowMs >= urgentFromMs,
          new Timing() {
            @Override
            public long nanoTime() {
              throw new UnsupportedOperationException("sleeps only");
            }

            @Override
            public void sleep(long millis) {
              nowMs += millis;
            }
          },
          new SplittableRandom(7));

  @Test
  void pausesDoubleAndEnd() throws Exception {
    for (long longest = StoreBackoff.FIRST_MS, i = 0; i < StoreBackoff.MOST_PAUSES; i++) {
      long before = nowMs;
      assertThat(backoff.pause()).isTrue();
      assertThat(nowMs - before).isGreaterThan(longest / 2).isLessThanOrEqualTo(longest);
      longest *= 2;
    }

    long before = nowMs;
    assertThat(backoff.pause()).isFalse();
    assertThat(nowMs).isEqualTo(before);
  }

  @Test
  void urgentStoreDoesNotWaitOn() throws Exception {
    urgentFromMs = 1_000;

    assertThat(backoff.pause()).isFalse();
    assertThat(nowMs).isEqualTo(1_000);
  }

  @Test
  void compactionOfAClosingRegionIsGivenUp() {
    wantedUntilMs = 1_000;

    assertThatExceptionOfType(InterruptedIOException.class).isThrownBy(backoff::pause);
    assertThat(nowMs).isEqualTo(1_000);
  }
}
