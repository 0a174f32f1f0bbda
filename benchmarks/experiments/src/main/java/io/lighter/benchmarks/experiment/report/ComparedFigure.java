// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import io.lighter.benchmarks.experiment.Phase;
import java.util.Locale;
import java.util.Optional;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/**
 * A figure of one of two compared results.
 *
 * @param value in the unit of the figure
 * @param interval confidence interval, such as {@code [1.0, 2.0]}; empty if there is none
 * @param n number of compactions if pooled, otherwise of runs
 * @param pooled whether the figure is of all compactions together, not a median of runs
 */
record ComparedFigure(double value, String interval, int n, boolean pooled) {
  private static final String SECONDS = "seconds";

  /** A median of runs. */
  static ComparedFigure median(double value, int runs) {
    return new ComparedFigure(value, "", runs, false);
  }

  /**
   * A figure of a strategy in a phase: that of all compactions if the results have such figures,
   * which older ones lack.
   *
   * @param operation an operation, or {@code seconds}
   * @param statistic {@code mean} or {@code p99}
   */
  static Optional<ComparedFigure> of(
      JsonObject strategy, Phase phase, String operation, String statistic) {
    Optional<JsonObject> pooled = PooledTables.pooled(strategy);
    if (pooled.isPresent()) {
      return pooled(pooled.get(), phase, operation, statistic + "_pct");
    }
    String of = statistic.equals("mean") ? "" : "_" + statistic;
    String name = operation.equals(SECONDS) ? SECONDS : operation + of + "_pct";
    int runs = strategy.get("runs_counted").getAsInt();
    return FigureTable.number(strategy, phase, name).map(value -> median(value, runs));
  }

  private static Optional<ComparedFigure> pooled(
      JsonObject pooled, Phase phase, String operation, String name) {
    int n = pooled.get("n").getAsInt();
    if (operation.equals(SECONDS)) {
      return FigureTable.number(pooled, phase, SECONDS)
          .map(value -> new ComparedFigure(value, "", n, true));
    }
    JsonObject figures = PooledTables.figures(pooled, phase.label(), operation);
    Optional<Double> low = FigureTable.number(figures, name + "_low");
    Optional<Double> high = FigureTable.number(figures, name + "_high");
    String interval =
        low.isPresent() && high.isPresent()
            ? " [%s, %s]".formatted(text(low.get()), text(high.get()))
            : "";
    return FigureTable.number(figures, name)
        .map(value -> new ComparedFigure(value, interval, n, true));
  }

  /** The figure with its interval. */
  String text() {
    return text(value) + interval;
  }

  /** What the figure is, in words. */
  String statistic() {
    return pooled ? "all compactions together" : "median of runs";
  }

  private static String text(double value) {
    return String.format(Locale.ROOT, "%,.1f", value);
  }
}
