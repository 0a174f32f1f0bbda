// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import static io.lighter.testing.check.RegisterHistory.ABSENT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class RegisterHistoryTest {
  private final RegisterHistory history = new RegisterHistory();

  @Test
  void readShowsTheValueBeforeOrAfterARequestThatItOverlaps() {
    set(ABSENT, 1, 100, 150);

    assertThat(history.judge(ABSENT, 120, 130)).isEmpty();
    assertThat(history.judge(1, 120, 130)).isEmpty();
  }

  @Test
  void replacedValueIsNotShownAgain() {
    set(ABSENT, 1, 100, 150);
    set(1, 2, 200, 250);

    assertThat(history.judge(1, 240, 300)).isEmpty();
    assertThat(history.judge(1, 251, 300)).isPresent();
    assertThat(history.judge(ABSENT, 251, 300)).isPresent();
    assertThat(history.judge(2, 251, 300)).isEmpty();
  }

  @Test
  void valueIsNotShownBeforeItsRequestOrWithoutOne() {
    set(ABSENT, 1, 100, 150);

    assertThat(history.judge(1, 50, 99)).isPresent();
    assertThat(history.judge(5, 200, 210)).isPresent();
  }

  @Test
  void noValueIsReplacedTwice() {
    set(ABSENT, 1, 100, 150);
    history.begin(1, 2, 200);
    history.begin(1, 3, 200);

    assertThat(history.acknowledge(2, 250)).isEmpty();
    assertThat(history.acknowledge(3, 260)).isPresent();
  }

  @Test
  void unansweredRequestMayBeExecutedButNotTogetherWithAnother() {
    set(ABSENT, 1, 100, 150);
    history.begin(1, 2, 200);
    history.begin(1, 3, 210);

    assertThat(history.judge(1, 300, 310)).isEmpty();
    assertThat(history.judge(2, 320, 330)).isEmpty();
    assertThat(history.judge(1, 331, 340)).isPresent();
    assertThat(history.judge(3, 350, 360)).isPresent();
  }

  @Test
  void requestIsNotRefusedWhileItsExpectedValueIsPresent() {
    set(ABSENT, 1, 100, 150);
    history.begin(1, 2, 200);
    history.refuse(1, 250);

    assertThat(history.judge(1, 240, 260)).isEmpty();
    assertThat(history.judge(1, 251, 260)).isPresent();
  }

  @Test
  void expectedValueOfARefusedRequestIsNotReplacedLater() {
    set(ABSENT, 1, 100, 150);
    history.begin(1, 2, 200);
    history.begin(1, 3, 240);
    history.refuse(1, 250);
    history.begin(1, 4, 260);

    assertThat(history.acknowledge(3, 270)).isEmpty(); // the first request
    assertThat(history.acknowledge(4, 280)).isPresent();
  }

  @Test
  void refusedRequestMayHaveBeenExecutedAtItsFirstAttempt() {
    set(ABSENT, 1, 100, 150);
    history.begin(1, 2, 200);
    history.refuse(1, 250);

    assertThat(history.judge(2, 251, 260)).isEmpty();
  }

  @Test
  void valueIsSentOnceOnly() {
    history.begin(ABSENT, 1, 100);

    assertThatThrownBy(() -> history.begin(ABSENT, 1, 200))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private void set(long expected, long value, long start, long end) {
    history.begin(expected, value, start);
    assertThat(history.acknowledge(value, end)).isEmpty();
  }
}
