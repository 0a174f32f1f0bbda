// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.engine.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MissShareTest {
  private final MissShare share = new MissShare();

  @Test
  void isNotHighBeforeEnoughSeeks() {
    add(MissShare.LEAST - 1, true);
    assertThat(share.isHigh()).isFalse();
    share.add(true);
    assertThat(share.isHigh()).isTrue();
  }

  @Test
  void isHighAboveAFifth() {
    add(80, false);
    add(20, true);
    assertThat(share.isHigh()).as("a fifth").isFalse();
    share.add(true);
    assertThat(share.isHigh()).isTrue();
    add(4, false);
    assertThat(share.isHigh()).as("21 of 105").isFalse();
  }

  /** As often as a store's cache becomes cold and warm again. */
  @Test
  void followsTheLastSeeksHoweverManyWereBefore() {
    for (int times = 0; times < 3; times++) {
      add(100_000, false);
      assertThat(share.isHigh()).isFalse();
      add(MissShare.MOST / 2, true);
      assertThat(share.isHigh()).as("cold").isTrue();
      add(100_000, true);
      add(2 * MissShare.MOST, false);
      assertThat(share.isHigh()).as("warm").isFalse();
    }
  }

  /** The first half of the seeks counts as much as the rest together when counts are halved. */
  @Test
  void halvesBothCounts() {
    add(MissShare.MOST / 4, true);
    add(MissShare.MOST * 3 / 4, false);
    assertThat(share.isHigh()).as("a quarter, halved").isTrue();
    add(MissShare.MOST / 4, false);
    assertThat(share.isHigh()).as("32 of 192").isFalse();
  }

  @Test
  void seeksOfManyThreadsAreAllCounted() {
    List<CompletableFuture<Void>> threads =
        Stream.of(true, false, false, false)
            .map(isMiss -> CompletableFuture.runAsync(() -> add(40, isMiss)))
            .toList();
    threads.forEach(CompletableFuture::join);
    assertThat(share.isHigh()).as("40 of 160").isTrue();
    add(39, false);
    assertThat(share.isHigh()).as("40 of 199").isTrue();
    share.add(false);
    assertThat(share.isHigh()).as("40 of 200").isFalse();
  }

  private void add(int seeks, boolean isMiss) {
    IntStream.range(0, seeks).forEach(i -> share.add(isMiss));
  }
}
