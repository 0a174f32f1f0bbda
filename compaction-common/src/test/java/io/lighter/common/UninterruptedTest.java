// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class UninterruptedTest {
  @AfterEach
  void noInterruptIsLeft() {
    boolean unused = Thread.interrupted();
  }

  @Test
  void pendingInterruptIsRestoredAfterTheWork() {
    Thread.currentThread().interrupt();

    boolean seen = Uninterrupted.call(() -> Thread.currentThread().isInterrupted());

    assertThat(seen).isFalse();
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void interruptIsPendingAgainAfterAFailure() {
    Thread.currentThread().interrupt();

    assertThatThrownBy(
            () ->
                Uninterrupted.call(
                    () -> {
                      throw new IOException("no commit");
                    }))
        .hasMessage("no commit");
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void callWithoutInterruptLeavesNone() {
    assertThat(Uninterrupted.<String, RuntimeException>call(() -> "done")).isEqualTo("done");
    assertThat(Thread.interrupted()).isFalse();
  }
}
