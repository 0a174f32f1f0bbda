// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/** The report as a text table. */
final class ReportTable {
  private static final Phase[] MEASURED = {Phase.BEFORE, Phase.DURING, Phase.AFTER};
  private static final double PERCENT = 100;

  private ReportTable() {}

  static String of(DemoReport report) {
    StringBuilder table = new StringBuilder();
    DemoReport.TableReport stock = report.stock();
    DemoReport.TableReport lighter = report.lighter();
    line(table, "", "stock", "lighter");
    line(table, "compaction", seconds(stock), seconds(lighter));
    line(
        table,
        "ran on",
        "region servers",
        report.jobs().offloaded() + report.jobs().local() == 0
            ? "region servers"
            : report.jobs().describe());
    addWarmup(table, report);
    line(table, "cache hits", "", "");
    for (Phase phase : MEASURED) {
      line(table, "  " + name(phase), percent(stock, phase), percent(lighter, phase));
    }
    for (Operation operation : Operation.values()) {
      line(table, operation.label() + ", mean / p99 in ms", "", "");
      for (Phase phase : MEASURED) {
        line(
            table,
            "  " + name(phase),
            latency(stock.latencies().get(operation), phase),
            latency(lighter.latencies().get(operation), phase));
      }
    }
    table.append(System.lineSeparator());
    table.append(verified(report.verdict(), report.rows(), report.badReads()));
    return table.toString();
  }

  /** The result of an existing cluster, without measurements. */
  static String of(ClusterDemo.Outcome outcome, int rows) {
    return "compactions: %s%n%s"
        .formatted(
            outcome.jobs().describe(), verified(outcome.verdict(), rows, outcome.badReads()));
  }

  private static String verified(TableVerifier.Verdict verdict, int rows, long badReads) {
    return String.format(
        Locale.ROOT,
        "verified %,d cells of %,d rows: %,d mismatches; %,d bad reads%n",
        verdict.cells(),
        rows,
        verdict.mismatches(),
        badReads);
  }

  private static void addWarmup(StringBuilder table, DemoReport report) {
    WarmupOutcome warmup = report.lighter().warmup();
    line(
        table,
        "warm-up",
        "-",
        String.format(Locale.ROOT, "%s, %.1f s", report.strategy().configName(), warmup.seconds()));
    new TreeMap<>(warmup.endedEarly())
        .forEach((reason, count) -> line(table, "  ended early", "", count + ": " + reason));
  }

  private static String name(Phase phase) {
    return phase.name().toLowerCase(Locale.ROOT);
  }

  private static String percent(DemoReport.TableReport table, Phase phase) {
    OptionalDouble ratio = table.hitRatio(phase);
    return ratio.isEmpty()
        ? "-"
        : String.format(Locale.ROOT, "%.2f %%", PERCENT * ratio.getAsDouble());
  }

  private static void line(StringBuilder table, String title, String stock, String lighter) {
    String line = String.format(Locale.ROOT, "%-22s %16s %38s", title, stock, lighter);
    table.append(line.stripTrailing()).append(System.lineSeparator());
  }

  private static String seconds(DemoReport.TableReport table) {
    return String.format(Locale.ROOT, "%.1f s", table.compactionSeconds());
  }

  private static String latency(Map<Phase, Latency> latencies, Phase phase) {
    Latency latency = latencies.get(phase);
    return latency.samples() == 0
        ? "-"
        : String.format(Locale.ROOT, "%.2f / %.2f", latency.meanMs(), latency.p99Ms());
  }
}
