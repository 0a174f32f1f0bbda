// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** The report as text for a terminal. */
final class ReportTable {
  private ReportTable() {}

  /** The picture, the figures, what was verified, and what the figures can show. */
  static String of(DemoReport report, Glyphs glyphs) {
    StringBuilder text = new StringBuilder();
    text.append(Sparklines.of(report.table(Side.STOCK), report.table(Side.LIGHTER), glyphs));
    line(text, "");
    for (ReportRows.Row row : ReportRows.of(report)) {
      line(
          text,
          row.stock().isEmpty() && row.lighter().isEmpty()
              ? row.title()
              : String.format(
                  Locale.ROOT, "%-20s %18s %38s", row.title(), row.stock(), row.lighter()));
    }
    line(text, "");
    text.append(verified(report.verdict(), report.rows(), report.badReads()));
    line(text, "");
    line(text, turns(report));
    report.isolation().lines().forEach(each -> line(text, each));
    return text.toString();
  }

  /** How the figures came about, in one line. */
  static String turns(DemoReport report) {
    return "%d turns: %s%s"
        .formatted(
            report.turns().size(),
            String.join(", ", report.turns().stream().map(turn -> turn.side().key()).toList()),
            report.unsettled().isEmpty()
                ? ""
                : "; before them, figures were unsteady: " + operations(report.unsettled()));
  }

  private static String operations(Set<Operation> operations) {
    return operations.stream().sorted().map(Operation::label).collect(Collectors.joining(", "));
  }

  /** The result of an existing cluster, without measurements. */
  static String of(ClusterDemo.Outcome outcome, int rows) {
    return "compactions: %s%n%s"
        .formatted(
            outcome.jobs().describe(), verified(outcome.verdict(), rows, outcome.badReads()));
  }

  /** What was verified, in one line with its end. */
  static String verified(TableVerifier.Verdict verdict, int rows, long badReads) {
    return String.format(
        Locale.ROOT,
        "verified %,d cells of %,d rows: %,d mismatches; %,d bad reads%n",
        verdict.cells(),
        rows,
        verdict.mismatches(),
        badReads);
  }

  private static void line(StringBuilder text, String line) {
    text.append(line.stripTrailing()).append(System.lineSeparator());
  }
}
