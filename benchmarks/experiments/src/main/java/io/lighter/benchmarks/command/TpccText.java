// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.command;

import io.lighter.cli.command.TextTable;
import io.lighter.tpcc.check.CheckReport;
import io.lighter.tpcc.check.Condition;
import io.lighter.tpcc.run.RunReport;
import io.lighter.tpcc.transaction.TransactionType;
import java.util.Locale;

/** Results of {@code tpcc} as text. */
final class TpccText {
  private static final double MICROS_PER_MILLI = 1_000;

  private TpccText() {}

  static String of(RunReport report) {
    TextTable table =
        new TextTable("transaction", "count", "failed", "mean", "p50", "p95", "p99", "max ms");
    for (TransactionType type : TransactionType.values()) {
      RunReport.TypeReport one = report.types().get(type);
      table.add(
          type.label(),
          Long.toString(one.count()),
          Long.toString(one.failed()),
          millis(one.mean()),
          millis((double) one.p50()),
          millis((double) one.p95()),
          millis((double) one.p99()),
          millis((double) one.max()));
    }
    StringBuilder text = new StringBuilder(table.render());
    text.append(
        String.format(
            Locale.ROOT,
            """
            %.0f New-Orders/min (%d of them rolled back) over %.1f s with %d threads, seed %d
            Deliveries found nothing to deliver %d times; the client used %.0f %% of its processors
            """,
            report.tpmC(),
            report.rolledBack(),
            report.seconds(),
            report.settings().threads(),
            report.settings().seed(),
            report.skippedDeliveries(),
            report.clientCpuShare() * 100));
    if (report.notStarted() > 0) {
      text.append(
          "%d transactions were never started: the rate is more than these threads can run\n"
              .formatted(report.notStarted()));
    }
    report
        .firstFailure()
        .ifPresent(failure -> text.append("first failure: ").append(failure).append('\n'));
    return text.toString();
  }

  static String of(CheckReport report) {
    TextTable table = new TextTable("condition", "rows", "broken", "what has to hold");
    for (Condition condition : Condition.values()) {
      CheckReport.Finding finding = report.finding(condition);
      table.add(
          Integer.toString(condition.number()),
          Long.toString(finding.rows()),
          Long.toString(finding.violations()),
          "each " + condition.row() + ": " + condition.statement());
    }
    StringBuilder text = new StringBuilder(table.render());
    for (Condition condition : Condition.values()) {
      for (String example : report.finding(condition).examples()) {
        text.append("  %d: %s\n".formatted(condition.number(), example));
      }
    }
    text.append(
        report.violations() == 0
            ? "All conditions hold.\n"
            : "%d rows break a condition.\n".formatted(report.violations()));
    return text.toString();
  }

  private static String millis(double micros) {
    return String.format(Locale.ROOT, "%.1f", micros / MICROS_PER_MILLI);
  }
}
