// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

/**
 * Measures windows until their figures are steady, or the time is over. Figures are trimmed means,
 * so that a single stall does not unsettle them. Stateless.
 */
final class Settling {
  /** Pairs below which the figures never count as settled: two can be equal by chance. */
  static final int MIN_PAIRS = 3;

  /** Largest difference of a table's figure to its previous one, relative to the smaller one. */
  static final double STEADY_TOLERANCE = 0.05;

  private Settling() {}

  /** Measures one table. */
  @FunctionalInterface
  interface Window {
    /** Trimmed mean latencies of a window, milliseconds; not positive without an operation. */
    Map<Operation, Double> read(Side side) throws IOException;
  }

  /**
   * The figures of one pair of windows, milliseconds.
   *
   * @param stock figures of the stock table
   * @param lighter figures of the other table
   */
  record Pair(Map<Operation, Double> stock, Map<Operation, Double> lighter) {
    Pair {
      stock = Map.copyOf(stock);
      lighter = Map.copyOf(lighter);
    }

    /** Whether the figures of both tables agree within 10 %. */
    boolean agrees(Operation operation) {
      return Comparison.agree(stock.get(operation), lighter.get(operation));
    }

    /** Whether each table's figure agrees with its figure in the previous pair within 5 %. */
    boolean isSteadySince(Pair previous, Operation operation) {
      return Comparison.agree(stock.get(operation), previous.stock.get(operation), STEADY_TOLERANCE)
          && Comparison.agree(
              lighter.get(operation), previous.lighter.get(operation), STEADY_TOLERANCE);
    }
  }

  /**
   * The result.
   *
   * @param settled operations whose figures agreed and were steady in the third or a later pair
   * @param last the last pair
   * @param pairs number of measured pairs, at least 1
   */
  record Outcome(Set<Operation> settled, Pair last, int pairs) {
    Outcome {
      settled = Set.copyOf(settled);
    }

    /** Operations that have not settled. */
    Set<Operation> unsettled() {
      EnumSet<Operation> left = EnumSet.allOf(Operation.class);
      left.removeAll(settled);
      return left;
    }
  }

  /**
   * Measures pairs of windows until each operation has settled once. The table that is read first
   * alternates, so that neither profits from the JIT compiler.
   *
   * @param limit no pair starts later than that
   * @param nanoTime clock
   */
  static Outcome await(Window window, Duration limit, LongSupplier nanoTime) throws IOException {
    long start = nanoTime.getAsLong();
    EnumSet<Operation> unsettled = EnumSet.allOf(Operation.class);
    Pair last = measure(window, Side.STOCK);
    int pairs = 1;
    while (!unsettled.isEmpty() && nanoTime.getAsLong() - start < limit.toNanos()) {
      Pair previous = last;
      Pair next = measure(window, pairs % 2 == 0 ? Side.STOCK : Side.LIGHTER);
      pairs++;
      if (pairs >= MIN_PAIRS) {
        unsettled.removeIf(
            operation -> next.agrees(operation) && next.isSteadySince(previous, operation));
      }
      last = next;
    }
    return new Outcome(EnumSet.complementOf(unsettled), last, pairs);
  }

  /**
   * Measures windows of one table until two successive ones agree within 10 % in each operation.
   *
   * @param limit no window starts later than that, except the second one
   * @param nanoTime clock
   * @return whether the last two windows agree
   */
  static boolean awaitSteady(Side side, Window window, Duration limit, LongSupplier nanoTime)
      throws IOException {
    long start = nanoTime.getAsLong();
    Map<Operation, Double> last = window.read(side);
    boolean steady;
    do {
      Map<Operation, Double> previous = last;
      Map<Operation, Double> next = window.read(side);
      steady =
          next.keySet().stream()
              .allMatch(
                  operation -> Comparison.agree(next.get(operation), previous.get(operation)));
      last = next;
    } while (!steady && nanoTime.getAsLong() - start < limit.toNanos());
    return steady;
  }

  /** Whether both lists have the same length, and their values agree in pairs within 10 %. */
  static boolean areSteady(List<Double> previous, List<Double> next) {
    return previous.size() == next.size()
        && IntStream.range(0, next.size())
            .allMatch(i -> Comparison.agree(previous.get(i), next.get(i)));
  }

  private static Pair measure(Window window, Side first) throws IOException {
    if (first == Side.STOCK) {
      Map<Operation, Double> stock = window.read(Side.STOCK);
      return new Pair(stock, window.read(Side.LIGHTER));
    }
    Map<Operation, Double> lighter = window.read(Side.LIGHTER);
    return new Pair(window.read(Side.STOCK), lighter);
  }
}
