// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import static io.lighter.benchmarks.page.HtmlPage.escape;

import io.lighter.benchmarks.page.HtmlPage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.hbase.thirdparty.com.google.gson.Gson;
import org.apache.hbase.thirdparty.com.google.gson.GsonBuilder;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/**
 * The report as a self-contained page: figures in plain HTML, and two plots over time that a script
 * draws from the embedded data. Without JavaScript a table has the same values.
 */
final class DemoPage {
  private static final Gson GSON = new GsonBuilder().serializeNulls().create();

  private final DemoReport report;
  private final JsonObject data;
  private final StringBuilder body = new StringBuilder();

  private DemoPage(DemoReport report) {
    this.report = report;
    this.data = ReportJson.object(report);
  }

  /** The page. */
  static String of(DemoReport report) throws IOException {
    DemoPage page = new DemoPage(report);
    page.addPlots();
    page.addCourse();
    page.addFigures();
    page.addNotes();
    return new HtmlPage(
            "Lighter demo",
            page.body,
            HtmlPage.resource(DemoPage.class, "demo.css"),
            HtmlPage.resource(DemoPage.class, "demo.js"),
            GSON.toJson(page.data))
        .html();
  }

  private void addPlots() {
    add("<h1>One compaction by stock HBase, and one by Lighter</h1>");
    add(
        "<p class=\"about\">%,d rows in each table · %s · %s</p>",
        report.rows(), escape(ReportTable.turns(report)), report.strategy().configName());
    for (Operation operation : Operation.values()) {
      addVerdict(operation);
    }
    addPlot("latency", "Mean latency of gets, ms");
    addPlot("hits", "Block cache hits of readers, %");
  }

  private void addPlot(String name, String title) {
    add("<section class=\"panel\" id=\"panel-%s\"><h2>%s</h2>", name, title);
    add("<div class=\"plot\"><canvas aria-label=\"%s over time\"></canvas></div></section>", title);
  }

  /** The factors of an operation, or why there are none and what is known instead. */
  private void addVerdict(Operation operation) {
    TableReport stock = report.table(Side.STOCK);
    TableReport lighter = report.table(Side.LIGHTER);
    Comparison comparison = Comparison.of(stock, lighter, operation);
    String name = operation.label();
    if (comparison.isFair()) {
      add(
          "<p id=\"factors-%1$s\"><b>%1$s</b>, mean over the table's own before: %2$s; %3$s.</p>",
          name,
          factors(comparison, operation, Phase.DURING),
          factors(comparison, operation, Phase.AFTER));
      return;
    }
    add(
        "<p class=\"warning\" id=\"refusal-%1$s\"><b>%1$s</b>: %2$s. Means: %3$s; %4$s.</p>",
        name,
        escape(comparison.verdict()),
        means(Side.STOCK, stock, operation),
        means(Side.LIGHTER, lighter, operation));
  }

  private String factors(Comparison comparison, Operation operation, Phase phase) {
    List<String> factors = new ArrayList<>();
    for (Side side : Side.values()) {
      comparison
          .factors(side, report.table(side).latency(operation, phase))
          .ifPresent(
              each ->
                  factors.add(String.format(Locale.ROOT, "%s x %.2f", side.title(), each.mean())));
    }
    return phase.label() + " " + (factors.isEmpty() ? "–" : String.join(", ", factors));
  }

  private static String means(Side side, TableReport table, Operation operation) {
    return Phase.MEASURED.stream()
        .map(phase -> mean(phase, table.latency(operation, phase)))
        .collect(Collectors.joining(", ", side.title() + " ", ""));
  }

  private static String mean(Phase phase, Latency latency) {
    return latency.samples() == 0
        ? phase.label() + " –"
        : String.format(Locale.ROOT, "%s %.2f ms", phase.label(), latency.meanMs());
  }

  /** The values of the plots for browsers without JavaScript. */
  private void addCourse() {
    add("<noscript><p class=\"about\">The plots need JavaScript. These are their values.</p>");
    add("<table id=\"course\"><thead><tr><th>table</th><th>s from the start</th>");
    add("<th>get, mean ms</th><th>hit ratio</th></tr></thead><tbody>");
    for (Side side : Side.values()) {
      JsonObject course = data.getAsJsonObject("course").getAsJsonObject(side.key());
      JsonArray times = course.getAsJsonArray("t");
      for (int bin = 0; bin < times.size(); bin++) {
        add(
            "<tr><td>%s</td><td>%s</td><td>%s</td><td>%s</td></tr>",
            side.title(),
            times.get(bin).getAsString(),
            plain(course.getAsJsonArray("get_mean_ms").get(bin)),
            plain(course.getAsJsonArray("hit_ratio").get(bin)));
      }
    }
    add("</tbody></table></noscript>");
  }

  private void addFigures() {
    add("<h2>Figures, pooled over the turns</h2><table id=\"figures\"><tbody>");
    for (ReportRows.Row row : ReportRows.of(report)) {
      String kind = row.title().startsWith(" ") ? " class=\"part\"" : "";
      if (row.stock().isEmpty() && row.lighter().isEmpty()) {
        add("<tr><th colspan=\"3\"%s>%s</th></tr>", kind, escape(row.title().strip()));
      } else {
        add(
            "<tr><th%s>%s</th><td>%s</td><td>%s</td></tr>",
            kind, escape(row.title().strip()), escape(row.stock()), escape(row.lighter()));
      }
    }
    add("</tbody></table>");
  }

  private void addNotes() {
    add("<h2>What was verified</h2>");
    String verified = ReportTable.verified(report.verdict(), report.rows(), report.badReads());
    add("<p id=\"verified\">%s</p>", escape(verified.strip()));
    addList("mismatches", report.verdict().examples());
    addList("bad-reads", report.badReadExamples());
    add("<h2>What was isolated, and what the figures can show</h2>");
    add("<pre id=\"isolation\">%s</pre>", escape(String.join("\n", report.isolation().lines())));
  }

  private void addList(String id, List<String> lines) {
    if (!lines.isEmpty()) {
      add("<ul id=\"%s\">", id);
      lines.forEach(line -> add("<li>%s</li>", escape(line)));
      add("</ul>");
    }
  }

  private static String plain(JsonElement value) {
    return value.isJsonNull() ? "–" : value.getAsString();
  }

  private void add(String format, Object... values) {
    body.append(String.format(Locale.ROOT, format, values)).append('\n');
  }
}
