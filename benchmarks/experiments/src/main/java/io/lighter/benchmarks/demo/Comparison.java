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
 * The trimmed means must agree closely. The plain means, over which the factors are, include
 * stalls, and need only agree roughly: a stall before makes a table's factors smaller.
 *
 * @param stockBefore figures of the stock table before its compactions
 * @param lighterBefore figures of the other table before its compactions
 */
record Comparison(Latency stockBefore, Latency lighterBefore) {
  /** Largest difference of two figures that agree, relative to the smaller one. */
  static final double TOLERANCE = 0.10;

  /** Largest difference of the plain means. */
  static final double MEAN_TOLERANCE = 0.25;

  private static final double PERCENT = 100;

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

  /** Whether the figures before the compaction agree. */
  boolean isFair() {
    return hasReads()
        && agree(stockBefore.trimmedMs(), lighterBefore.trimmedMs())
        && agree(stockBefore.meanMs(), lighterBefore.meanMs(), MEAN_TOLERANCE);
  }

  /**
   * Difference of the trimmed means before, relative to the smaller one; empty without a read of
   * each table.
   */
  Optional<Double> difference() {
    return hasReads()
        ? Optional.of(difference(stockBefore.trimmedMs(), lighterBefore.trimmedMs()))
        : Optional.empty();
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

  /** One line on the figures before: why there is no comparison, or how well they agree. */
  String verdict() {
    if (!hasReads()) {
      return "not compared: there was no read before a compaction";
    }
    double trimmed = difference(stockBefore.trimmedMs(), lighterBefore.trimmedMs());
    double means = difference(stockBefore.meanMs(), lighterBefore.meanMs());
    if (isFair()) {
      return "the trimmed means before differ by %s, the means by %s"
          .formatted(percent(trimmed), percent(means));
    }
    return agree(stockBefore.trimmedMs(), lighterBefore.trimmedMs())
        ? "not compared: the means before differ by %s (limit 25 %%): a stall"
            .formatted(percent(means))
        : "not compared: the trimmed means before differ by %s (limit 10 %%)"
            .formatted(percent(trimmed));
  }

  private boolean hasReads() {
    return stockBefore.samples() > 0 && lighterBefore.samples() > 0;
  }

  private static double difference(double one, double other) {
    return Math.max(one, other) / Math.min(one, other) - 1;
  }

  private static String percent(double fraction) {
    return String.format(Locale.ROOT, "%.1f %%", PERCENT * fraction);
  }
}
