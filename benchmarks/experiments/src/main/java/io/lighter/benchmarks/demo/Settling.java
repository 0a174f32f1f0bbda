// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import java.io.IOException;
import java.time.Duration;
import java.util.function.LongSupplier;

/** Reads both tables in turns until their figures agree, or the time is over. Stateless. */
final class Settling {
  private Settling() {}

  /** Measures one table. */
  @FunctionalInterface
  interface Window {
    /** Mean latency of gets in a window, milliseconds. */
    double meanMs(Side side) throws IOException;
  }

  /**
   * The last pair of windows.
   *
   * @param agree whether the means agree within 10 %
   * @param stockMs mean of the stock table
   * @param lighterMs mean of the other table
   * @param pairs number of measured pairs, at least 1
   */
  record Outcome(boolean agree, double stockMs, double lighterMs, int pairs) {}

  /**
   * Measures pairs of windows until one agrees. The table that is read first alternates, so that
   * neither profits from the JIT compiler.
   *
   * @param limit no pair starts later than that
   * @param nanoTime clock
   */
  static Outcome await(Window window, Duration limit, LongSupplier nanoTime) throws IOException {
    long start = nanoTime.getAsLong();
    int pairs = 0;
    double stock;
    double lighter;
    do {
      if (pairs % 2 == 0) {
        stock = window.meanMs(Side.STOCK);
        lighter = window.meanMs(Side.LIGHTER);
      } else {
        lighter = window.meanMs(Side.LIGHTER);
        stock = window.meanMs(Side.STOCK);
      }
      pairs++;
    } while (!Comparison.agree(stock, lighter) && nanoTime.getAsLong() - start < limit.toNanos());
    return new Outcome(Comparison.agree(stock, lighter), stock, lighter, pairs);
  }
}
