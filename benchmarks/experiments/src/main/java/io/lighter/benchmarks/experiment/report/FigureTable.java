// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import io.lighter.benchmarks.experiment.Phase;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/**
 * The table of the paper's Figures 7 and 8: duration and slowdown of operations by strategy and
 * phase, beside the paper's figures. Slowdowns are of all compactions together, with their
 * intervals; results from before these were written have medians over the runs.
 */
final class FigureTable {
  private static final List<Phase> PHASES = List.of(Phase.COMPACTION, Phase.WARMUP);
  private static final int SECONDS_PER_MINUTE = 60;

  private final List<String> operations;
  private final String suffix;
  private final PaperFigures paper;

  /** Whether a strategy has pooled figures, whose number and intervals then are in the table. */
  private final boolean hasIntervals;

  /**
   * Creates the table of a section.
   *
   * @param suffix suffix of the figures' names; empty for latencies from the scheduled start
   */
  FigureTable(Section section, String suffix) {
    this.operations = section.compared();
    this.paper = section.paper();
    this.suffix = suffix;
    this.hasIntervals =
        section.strategies().asList().stream()
            .anyMatch(strategy -> PooledTables.pooled(strategy.getAsJsonObject()).isPresent());
  }

  /** Titles of the columns of {@link #row}. */
  List<String> titles() {
    List<String> titles = new ArrayList<>(List.of("Strategy"));
    if (hasIntervals) {
      titles.add("n");
    }
    for (int phase = 0; phase < PHASES.size(); phase++) {
      for (String operation : operations) {
        titles.add(operation + " %");
        titles.add(operation + " p99 %");
      }
      titles.add("time");
    }
    for (int phase = 0; phase < PHASES.size(); phase++) {
      paper.operations().forEach(operation -> titles.add(operation + " %"));
      titles.add("time");
    }
    return titles;
  }

  /** Number of columns before the measured ones. */
  int columnsOfStrategy() {
    return hasIntervals ? 2 : 1;
  }

  /** Number of measured columns of one phase. */
  int columnsOfPhase() {
    return 2 * operations.size() + 1;
  }

  /** A strategy's row, with dashes for missing values. */
  List<String> row(JsonObject strategy) {
    List<String> row = new ArrayList<>(List.of(strategy.get("name").getAsString()));
    Optional<JsonObject> pooled = PooledTables.pooled(strategy);
    if (hasIntervals) {
      row.add(pooled.map(figures -> figures.get("n").getAsString()).orElse("0"));
    }
    for (Phase phase : PHASES) {
      for (String operation : operations) {
        String name = operation + suffix;
        if (pooled.isPresent()) {
          JsonObject figures = PooledTables.figures(pooled.get(), phase.label(), name);
          row.add(PooledTables.cell(figures, "mean_pct"));
          row.add(PooledTables.cell(figures, "p99_pct"));
        } else {
          row.add(percent(number(strategy, phase, name + "_pct")));
          row.add(percent(number(strategy, phase, name + "_p99_pct")));
        }
      }
      row.add(duration(number(strategy, phase, "seconds")));
    }
    Optional<PaperFigures.Row> figures = paper.of(strategy.get("name").getAsString());
    addPaper(row, figures.map(PaperFigures.Row::compaction));
    addPaper(row, figures.map(PaperFigures.Row::warmup));
    return row;
  }

  /** Number of the paper's columns of one phase. */
  int columnsOfPaper() {
    return paper.operations().size() + 1;
  }

  private void addPaper(List<String> row, Optional<PaperFigures.PhaseFigures> phase) {
    for (int i = 0; i < paper.operations().size(); i++) {
      int column = i;
      row.add(percent(phase.map(figures -> figures.degradations().get(column))));
    }
    row.add(duration(phase.map(figures -> (double) figures.seconds())));
  }

  /** A figure of a phase; empty if missing. */
  static Optional<Double> number(JsonObject strategy, Phase phase, String name) {
    JsonElement figures = strategy.get(phase.label());
    return figures == null || !figures.isJsonObject()
        ? Optional.empty()
        : number(figures.getAsJsonObject(), name);
  }

  /** A figure; empty if missing. */
  static Optional<Double> number(JsonObject figures, String name) {
    JsonElement value = figures.get(name);
    return value == null || value.isJsonNull()
        ? Optional.empty()
        : Optional.of(value.getAsDouble());
  }

  /** About three digits, with thousands separators. */
  static String percent(Optional<Double> value) {
    return value
        .map(v -> String.format(Locale.ROOT, Math.abs(v) < 99.5 ? "%.1f" : "%,.0f", v))
        .orElse("–");
  }

  /** A duration in minutes and seconds. */
  static String duration(Optional<Double> seconds) {
    return seconds
        .map(Math::round)
        .map(s -> "%02d:%02d".formatted(s / SECONDS_PER_MINUTE, s % SECONDS_PER_MINUTE))
        .orElse("–");
  }
}
