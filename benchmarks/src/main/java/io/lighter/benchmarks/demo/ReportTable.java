package io.lighter.benchmarks.demo;

import java.util.Locale;
import java.util.Map;

/** The report as a table for people. */
final class ReportTable {
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
    for (Operation operation : Operation.values()) {
      line(table, operation.label() + ", mean / p99 in ms", "", "");
      for (Phase phase : new Phase[] {Phase.BEFORE, Phase.DURING, Phase.AFTER}) {
        line(
            table,
            "  " + phase.name().toLowerCase(Locale.ROOT),
            latency(stock.latencies().get(operation), phase),
            latency(lighter.latencies().get(operation), phase));
      }
    }
    table.append(
        String.format(
            Locale.ROOT,
            "%nverified %,d cells of %,d rows: %,d mismatches; %,d bad reads%n",
            report.verdict().cells(),
            report.rows(),
            report.verdict().mismatches(),
            report.badReads()));
    return table.toString();
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
