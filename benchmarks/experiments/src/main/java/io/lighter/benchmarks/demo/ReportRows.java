// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/** The figures of a report as rows of text, for the terminal and for the page. */
final class ReportRows {
  private static final double PERCENT = 100;
  private static final String NONE = "-";

  private final DemoReport report;
  private final TableReport stock;
  private final TableReport lighter;
  private final List<Row> rows = new ArrayList<>();

  private ReportRows(DemoReport report) {
    this.report = report;
    this.stock = report.table(Side.STOCK);
    this.lighter = report.table(Side.LIGHTER);
  }

  /**
   * A row.
   *
   * @param title what the row shows; starts with two blanks if it belongs to the row above
   * @param stock value of the stock table; may be empty
   * @param lighter value of the other table; may be empty
   */
  record Row(String title, String stock, String lighter) {}

  /** The rows; the first one has the names of the tables. */
  static List<Row> of(DemoReport report) {
    ReportRows rows = new ReportRows(report);
    rows.addCompactions();
    rows.addHits();
    for (Operation operation : Operation.values()) {
      rows.addLatencies(operation);
    }
    return List.copyOf(rows.rows);
  }

  private void addCompactions() {
    add("", Side.STOCK.key(), Side.LIGHTER.key());
    add("compaction", seconds(stock), seconds(lighter));
    add(
        "ran on",
        "region servers",
        report.jobs().offloaded() + report.jobs().local() == 0
            ? "region servers"
            : report.jobs().describe());
    WarmupOutcome warmup = lighter.warmup();
    add(
        "warm-up",
        NONE,
        String.format(Locale.ROOT, "%s, %.1f s", report.strategy().configName(), warmup.seconds()));
    new TreeMap<>(warmup.endedEarly())
        .forEach((reason, count) -> add("  ended early", "", count + ": " + reason));
  }

  private void addHits() {
    add("cache hits", "", "");
    for (Phase phase : Phase.MEASURED) {
      add("  " + phase.label(), percent(stock, phase), percent(lighter, phase));
    }
  }

  private void addLatencies(Operation operation) {
    add(operation.label() + ", mean / p99 in ms", "", "");
    for (Phase phase : Phase.MEASURED) {
      add(
          "  " + phase.label(),
          latency(stock.latency(operation, phase)),
          latency(lighter.latency(operation, phase)));
    }
    add("  before, trimmed", trimmed(stock, operation), trimmed(lighter, operation));
    Comparison comparison = Comparison.of(stock, lighter, operation);
    add("  " + comparison.verdict(), "", "");
    if (!comparison.isFair()) {
      return;
    }
    for (Phase phase : List.of(Phase.DURING, Phase.AFTER)) {
      add(
          "  %s : before".formatted(phase.label()),
          factors(comparison.factors(Side.STOCK, stock.latency(operation, phase))),
          factors(comparison.factors(Side.LIGHTER, lighter.latency(operation, phase))));
    }
  }

  private void add(String title, String ofStock, String ofLighter) {
    rows.add(new Row(title, ofStock, ofLighter));
  }

  private static String percent(TableReport table, Phase phase) {
    OptionalDouble ratio = table.hitRatio(phase);
    return ratio.isEmpty()
        ? NONE
        : String.format(Locale.ROOT, "%.2f %%", PERCENT * ratio.getAsDouble());
  }

  private static String seconds(TableReport table) {
    return String.format(Locale.ROOT, "%.1f s", table.compactionSeconds());
  }

  private static String latency(Latency latency) {
    return latency.samples() == 0
        ? NONE
        : String.format(Locale.ROOT, "%.2f / %.2f", latency.meanMs(), latency.p99Ms());
  }

  private static String trimmed(TableReport table, Operation operation) {
    Latency before = table.latency(operation, Phase.BEFORE);
    return before.samples() == 0 ? NONE : String.format(Locale.ROOT, "%.2f", before.trimmedMs());
  }

  private static String factors(Optional<Comparison.Factors> factors) {
    return factors
        .map(each -> String.format(Locale.ROOT, "x %.2f / x %.2f", each.mean(), each.p99()))
        .orElse(NONE);
  }
}
