// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import java.io.IOException;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Reads both tables in turns until their figures are steady and agree, or the time is over.
 * Stateless.
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
    /** Mean latency of gets in a window, milliseconds. */
    double meanMs(Side side) throws IOException;
  }

  /**
   * The means of one pair of windows, milliseconds.
   *
   * @param stockMs mean of the stock table
   * @param lighterMs mean of the other table
   */
  record Pair(double stockMs, double lighterMs) {
    /** Whether the means of both tables agree within 10 %. */
    boolean agrees() {
      return Comparison.agree(stockMs, lighterMs);
    }

    /** Whether each table's mean agrees with its mean in the previous pair within 5 %. */
    boolean isSteadySince(Pair previous) {
      return Comparison.agree(stockMs, previous.stockMs, STEADY_TOLERANCE)
          && Comparison.agree(lighterMs, previous.lighterMs, STEADY_TOLERANCE);
    }
  }

  /**
   * The result.
   *
   * @param settled whether the last pair agrees and is steady, and is the third or a later one
   * @param last the last pair
   * @param pairs number of measured pairs, at least 1
   */
  record Outcome(boolean settled, Pair last, int pairs) {}

  /**
   * Measures pairs of windows until the figures have settled. The table that is read first
   * alternates, so that neither profits from the JIT compiler.
   *
   * @param limit no pair starts later than that
   * @param nanoTime clock
   */
  static Outcome await(Window window, Duration limit, LongSupplier nanoTime) throws IOException {
    long start = nanoTime.getAsLong();
    Pair last = measure(window, Side.STOCK);
    int pairs = 1;
    boolean settled = false;
    while (!settled && nanoTime.getAsLong() - start < limit.toNanos()) {
      Pair previous = last;
      last = measure(window, pairs % 2 == 0 ? Side.STOCK : Side.LIGHTER);
      pairs++;
      settled = pairs >= MIN_PAIRS && last.agrees() && last.isSteadySince(previous);
    }
    return new Outcome(settled, last, pairs);
  }

  private static Pair measure(Window window, Side first) throws IOException {
    if (first == Side.STOCK) {
      double stock = window.meanMs(Side.STOCK);
      return new Pair(stock, window.meanMs(Side.LIGHTER));
    }
    double lighter = window.meanMs(Side.LIGHTER);
    return new Pair(window.meanMs(Side.STOCK), lighter);
  }
}
