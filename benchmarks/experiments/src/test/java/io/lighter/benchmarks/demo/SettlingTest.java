// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SettlingTest {
  private final AtomicLong clock = new AtomicLong();
  private final List<Side> read = new ArrayList<>();

  @Test
  void steadyPairThatAgreesEnds() throws IOException {
    // The order within a pair alternates: stock, Lighter, Lighter, stock.
    Settling.Outcome outcome = await(60, all(3.4, 1.3, 1.2, 1.5, 1.5, 1.2, 1.1, 1.2, 1.18, 1.08));

    assertThat(outcome.unsettled()).isEmpty();
    assertThat(outcome.last()).isEqualTo(pair(1.18, 1.08));
    assertThat(outcome.pairs()).isEqualTo(5);
  }

  @Test
  void twoEqualPairsAreNotEnough() throws IOException {
    Settling.Outcome outcome = await(60, all(1.0, 1.0, 1.0, 1.0, 1.01, 1.0));

    assertThat(outcome.unsettled()).isEmpty();
    assertThat(outcome.pairs()).isEqualTo(3);
  }

  @Test
  void figuresThatFallTogetherHaveNotSettled() throws IOException {
    Settling.Outcome outcome = await(6, all(3.0, 3.0, 2.0, 2.0, 1.5, 1.5));

    assertThat(outcome.settled()).isEmpty();
    assertThat(outcome.last()).isEqualTo(pair(1.5, 1.5));
    assertThat(outcome.pairs()).isEqualTo(3);
  }

  @Test
  void eachTableMustBeSteady() throws IOException {
    assertThat(await(6, all(1.0, 1.0, 1.0, 1.0, 1.0, 1.06)).settled()).isEmpty();
    assertThat(await(6, all(1.0, 1.0, 1.0, 1.0, 1.06, 1.0)).settled()).isEmpty();
    assertThat(await(6, all(1.0, 1.0, 1.0, 1.0, 1.05, 1.05)).unsettled()).isEmpty();
  }

  @Test
  void steadyTablesMustAgree() throws IOException {
    assertThat(await(6, all(1.0, 1.2, 1.2, 1.0, 1.0, 1.2)).settled()).isEmpty();
  }

  @Test
  void operationsSettleOneByOne() throws IOException {
    // Scans of the stock table become steady one pair after gets, whose figures are unsteady then.
    List<Map<Operation, Double>> figures =
        new ArrayList<>(all(1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.5, 1.0));
    figures.set(4, Map.of(Operation.GET, 1.0, Operation.SCAN, 1.3));
    figures.set(6, Map.of(Operation.GET, 1.5, Operation.SCAN, 1.0));
    figures.set(7, Map.of(Operation.GET, 1.0, Operation.SCAN, 1.3));

    Settling.Outcome outcome = await(8, figures);

    assertThat(outcome.settled()).containsExactly(Operation.GET);
    assertThat(outcome.unsettled()).containsExactly(Operation.SCAN);
    assertThat(outcome.pairs()).isEqualTo(4);
  }

  @Test
  void settlingEndsWhenTheLastOperationHasSettled() throws IOException {
    List<Map<Operation, Double>> figures = new ArrayList<>(all(1.0, 1.0, 1.0, 1.0));
    figures.addAll(scans(1.2, 1.2));
    figures.addAll(scans(1.2, 1.2));

    Settling.Outcome outcome = await(60, figures);

    assertThat(outcome.unsettled()).isEmpty();
    assertThat(outcome.pairs()).isEqualTo(4);
  }

  @Test
  void windowsWithoutAnOperationDoNotSettle() throws IOException {
    assertThat(await(6, all(0.0, 0.0, 0.0, 0.0, 0.0, 0.0)).settled()).isEmpty();
  }

  @Test
  void tableThatIsReadFirstAlternates() throws IOException {
    await(60, all(1.0, 1.0, 1.0, 1.0, 1.0, 1.0));

    assertThat(read)
        .containsExactly(
            Side.STOCK, Side.LIGHTER, Side.LIGHTER, Side.STOCK, Side.STOCK, Side.LIGHTER);
  }

  @Test
  void disagreementEndsAtTheLimit() throws IOException {
    Settling.Outcome outcome = await(4, all(3.0, 1.0, 1.0, 3.0, 3.0, 1.0));

    assertThat(outcome.settled()).isEmpty();
    assertThat(outcome.last()).isEqualTo(pair(3, 1));
    assertThat(outcome.pairs()).isEqualTo(2);
  }

  @Test
  void tableIsSteadyWhenTwoSuccessiveWindowsAgreeInEachOperation() throws IOException {
    assertThat(awaitSteady(60, all(1.0, 1.1))).isTrue();
    assertThat(read).containsExactly(Side.LIGHTER, Side.LIGHTER);

    List<Map<Operation, Double>> figures = new ArrayList<>(all(1.0));
    figures.addAll(scans(1.2, 1.4, 1.5));
    assertThat(awaitSteady(60, figures)).isTrue();
    assertThat(read).hasSize(2 + 4);
  }

  @Test
  void tableThatStaysUnsteadyIsReadUntilTheLimit() throws IOException {
    assertThat(awaitSteady(3, all(1.0, 2.0, 1.0, 1.0))).isFalse();
    assertThat(read).hasSize(3);
  }

  @Test
  void tableIsReadTwiceWhateverTheLimit() throws IOException {
    assertThat(awaitSteady(0, all(1.0, 2.0, 2.0))).isFalse();
    assertThat(read).hasSize(2);
  }

  @Test
  void listsAreSteadyIfAllTheirValuesAgree() {
    assertThat(Settling.areSteady(List.of(1.0, 2.0), List.of(1.1, 1.9))).isTrue();
    assertThat(Settling.areSteady(List.of(1.0, 2.0), List.of(1.0, 2.3))).isFalse();
    assertThat(Settling.areSteady(List.of(), List.of(1.0, 2.0))).isFalse();
  }

  /** Each window takes a second. */
  private Settling.Outcome await(int limitSeconds, List<Map<Operation, Double>> figures)
      throws IOException {
    return Settling.await(windows(figures), Duration.ofSeconds(limitSeconds), clock::get);
  }

  private boolean awaitSteady(int limitSeconds, List<Map<Operation, Double>> figures)
      throws IOException {
    return Settling.awaitSteady(
        Side.LIGHTER, windows(figures), Duration.ofSeconds(limitSeconds), clock::get);
  }

  private Settling.Window windows(List<Map<Operation, Double>> figures) {
    Deque<Map<Operation, Double>> left = new ArrayDeque<>(figures);
    return side -> {
      read.add(side);
      clock.addAndGet(TimeUnit.SECONDS.toNanos(1));
      return left.remove();
    };
  }

  private static Settling.Pair pair(double stock, double lighter) {
    return new Settling.Pair(both(stock), both(lighter));
  }

  private static List<Map<Operation, Double>> all(Double... figures) {
    return Arrays.stream(figures).map(SettlingTest::both).toList();
  }

  /** Windows whose gets take 1 ms. */
  private static List<Map<Operation, Double>> scans(Double... figures) {
    return Arrays.stream(figures)
        .map(scan -> Map.of(Operation.GET, 1.0, Operation.SCAN, scan))
        .toList();
  }

  private static Map<Operation, Double> both(double figure) {
    return Map.of(Operation.GET, figure, Operation.SCAN, figure);
  }
}
