// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SettlingTest {
  private final AtomicLong clock = new AtomicLong();
  private final List<Side> read = new ArrayList<>();

  @Test
  void steadyPairThatAgreesEnds() throws IOException {
    // The order within a pair alternates: stock, Lighter, Lighter, stock.
    Settling.Outcome outcome = await(60, 3.4, 1.3, 1.2, 1.5, 1.5, 1.2, 1.1, 1.2, 1.18, 1.08);

    assertThat(outcome).isEqualTo(new Settling.Outcome(true, new Settling.Pair(1.18, 1.08), 5));
  }

  @Test
  void twoEqualPairsAreNotEnough() throws IOException {
    Settling.Outcome outcome = await(60, 1.0, 1.0, 1.0, 1.0, 1.01, 1.0);

    assertThat(outcome).isEqualTo(new Settling.Outcome(true, new Settling.Pair(1.01, 1.0), 3));
  }

  @Test
  void figuresThatFallTogetherHaveNotSettled() throws IOException {
    Settling.Outcome outcome = await(6, 3.0, 3.0, 2.0, 2.0, 1.5, 1.5);

    assertThat(outcome).isEqualTo(new Settling.Outcome(false, new Settling.Pair(1.5, 1.5), 3));
  }

  @Test
  void eachTableMustBeSteady() throws IOException {
    assertThat(await(6, 1.0, 1.0, 1.0, 1.0, 1.0, 1.06).settled()).isFalse();
    assertThat(await(6, 1.0, 1.0, 1.0, 1.0, 1.06, 1.0).settled()).isFalse();
    assertThat(await(6, 1.0, 1.0, 1.0, 1.0, 1.05, 1.05).settled()).isTrue();
  }

  @Test
  void steadyTablesMustAgree() throws IOException {
    assertThat(await(6, 1.0, 1.2, 1.2, 1.0, 1.0, 1.2).settled()).isFalse();
  }

  @Test
  void tableThatIsReadFirstAlternates() throws IOException {
    await(60, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0);

    assertThat(read)
        .containsExactly(
            Side.STOCK, Side.LIGHTER, Side.LIGHTER, Side.STOCK, Side.STOCK, Side.LIGHTER);
  }

  @Test
  void disagreementEndsAtTheLimit() throws IOException {
    Settling.Outcome outcome = await(4, 3.0, 1.0, 1.0, 3.0, 3.0, 1.0);

    assertThat(outcome).isEqualTo(new Settling.Outcome(false, new Settling.Pair(3, 1), 2));
  }

  /** Each window takes a second. */
  private Settling.Outcome await(int limitSeconds, Double... means) throws IOException {
    Deque<Double> left = new ArrayDeque<>(List.of(means));
    return Settling.await(
        side -> {
          read.add(side);
          clock.addAndGet(TimeUnit.SECONDS.toNanos(1));
          return left.remove();
        },
        Duration.ofSeconds(limitSeconds),
        clock::get);
  }
}
