// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.testing.check;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CounterHistoryTest {
  private final CounterHistory history = new CounterHistory();

  @Test
  void valueIsBetweenAcknowledgedAndAttemptedIncrements() {
    increment(100, 150);
    increment(200, 250);
    history.attempt(300);

    assertThat(history.judge(1, 310, 320)).isPresent();
    assertThat(history.judge(4, 310, 320)).isPresent();
    assertThat(history.judge(2, 310, 320)).isEmpty();
    assertThat(history.judge(3, 310, 320)).isEmpty();
  }

  @Test
  void readDoesNotShowLaterIncrements() {
    increment(100, 150);

    assertThat(history.judge(1, 50, 99)).isPresent();
    assertThat(history.judge(0, 50, 99)).isEmpty();
    assertThat(history.judge(1, 50, 100)).isEmpty();
  }

  @Test
  void readThatOverlapsAnIncrementMayMissIt() {
    increment(100, 150);

    assertThat(history.judge(0, 150, 160)).isEmpty();
    assertThat(history.judge(0, 151, 160)).isPresent();
  }

  @Test
  void failedIncrementMayOrMayNotHaveHappened() {
    history.attempt(100);
    increment(200, 250);

    assertThat(history.judge(1, 300, 310)).isEmpty();
    assertThat(history.judge(2, 300, 310)).isEmpty();
    assertThat(history.judge(0, 300, 310)).isPresent();
    assertThat(history.judge(3, 300, 310)).isPresent();
  }

  @Test
  void valueIsNeverBelowAnEarlierRead() {
    history.attempt(100);
    history.attempt(110);

    assertThat(history.judge(2, 120, 130)).isEmpty();
    assertThat(history.judge(1, 125, 140)).isEmpty(); // overlaps
    assertThat(history.judge(1, 131, 140)).isPresent();
  }

  @Test
  void lowerSeenValueIsKeptBesideAHigherOne() {
    for (int i = 0; i < 6; i++) {
      history.attempt(1);
    }

    assertThat(history.judge(5, 5, 10)).isEmpty();
    assertThat(history.judge(6, 5, 20)).isEmpty();
    assertThat(history.judge(4, 15, 25)).isPresent();
    assertThat(history.judge(5, 15, 25)).isEmpty();
    assertThat(history.judge(5, 21, 25)).isPresent();
  }

  @Test
  void readsCountInTheOrderOfTheirEnds() {
    for (int i = 0; i < 6; i++) {
      history.attempt(1);
    }

    assertThat(history.judge(6, 5, 20)).isEmpty();
    assertThat(history.judge(5, 5, 10)).isEmpty();
    assertThat(history.judge(4, 15, 25)).isPresent();
    assertThat(history.judge(6, 5, 8)).isEmpty();
    assertThat(history.judge(5, 9, 25)).isPresent();
  }

  @Test
  void longHistoriesAreKeptWhole() {
    for (int i = 1; i <= 1_000; i++) {
      increment(100L * i, 100L * i + 50);
    }

    assertThat(history.judge(1_000, 200_000, 200_001)).isEmpty();
    assertThat(history.judge(999, 200_000, 200_001)).isPresent();
  }

  private void increment(long attempted, long acknowledged) {
    history.attempt(attempted);
    history.acknowledge(acknowledged);
  }
}
