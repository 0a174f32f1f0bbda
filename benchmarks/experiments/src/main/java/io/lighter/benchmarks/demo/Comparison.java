// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import java.util.Locale;
import java.util.Optional;

/**
 * The comparison of both tables in one operation: factors over each table's own figures before the
 * compaction.
 *
 * <p>The state before the compaction is the same for both tables. Where its figures differ, the
 * machine or the JVMs have changed between the turns, so that factors would compare those changes.
 *
 * @param stockBefore figures of the stock table before its compactions
 * @param lighterBefore figures of the other table before its compactions
 */
record Comparison(Latency stockBefore, Latency lighterBefore) {
  /** Largest difference of two figures that agree, relative to the smaller one. */
  static final double TOLERANCE = 0.10;

  /**
   * Factors over the figures before the compaction.
   *
   * @param mean factor of the mean
   * @param p99 factor of the 99th percentile
   */
  record Factors(double mean, double p99) {}

  static Comparison of(TableReport stock, TableReport lighter, Operation operation) {
    return new Comparison(
        stock.latency(operation, Phase.BEFORE), lighter.latency(operation, Phase.BEFORE));
  }

  /** Whether two figures are positive and differ by at most 10 %. */
  static boolean agree(double one, double other) {
    return agree(one, other, TOLERANCE);
  }

  /**
   * Whether two figures are positive and differ by at most {@code tolerance}, relative to the
   * smaller one.
   */
  static boolean agree(double one, double other, double tolerance) {
    double smaller = Math.min(one, other);
    return smaller > 0 && Math.max(one, other) / smaller <= 1 + tolerance;
  }

  /** Whether the means before the compaction agree. */
  boolean isFair() {
    return stockBefore.samples() > 0
        && lighterBefore.samples() > 0
        && agree(stockBefore.meanMs(), lighterBefore.meanMs());
  }

  /**
   * Factors of a later phase of a table; empty if the comparison is not fair, or the phase has no
   * operation.
   */
  Optional<Factors> factors(Side side, Latency later) {
    Latency before = side == Side.STOCK ? stockBefore : lighterBefore;
    return !isFair() || later.samples() == 0
        ? Optional.empty()
        : Optional.of(
            new Factors(later.meanMs() / before.meanMs(), later.p99Ms() / before.p99Ms()));
  }

  /** One line that says why there is no comparison. */
  String refusal() {
    return stockBefore.samples() == 0 || lighterBefore.samples() == 0
        ? "not compared: there was no read before a compaction"
        : String.format(
            Locale.ROOT,
            "not compared: the means before, %.2f and %.2f ms, differ by more than 10 %%",
            stockBefore.meanMs(),
            lighterBefore.meanMs());
  }
}
