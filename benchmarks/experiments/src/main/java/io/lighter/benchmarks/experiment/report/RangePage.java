// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/** The self-contained page of loads, like {@link HtmlReport}. */
final class RangePage {
  /** Names in the page's script, with titles. */
  private static final List<List<String>> PANELS =
      List.of(
          List.of("scan", "Response time of scans, each window"),
          List.of("get", "Response time of gets, each window"),
          List.of("files", "Store files"),
          List.of("space", "Space of the table in HDFS"));

  private final JsonObject results;
  private final StringBuilder body = new StringBuilder();

  private RangePage(JsonObject results) {
    this.results = results;
  }

  static String of(JsonObject results) throws IOException {
    RangePage page = new RangePage(results);
    String title = page.text("experiment") + ": " + page.text("title");
    page.addHead(title);
    page.addRows("figures", RangeTable.figures(results));
    page.add("<h2>Range engine against the others</h2>");
    page.add(
        "<p class=\"caption\">A ratio below 1 is less than the other engine's. Each has its"
            + " interval of 95 %%, the number of windows or runs, and its bar.</p>");
    page.addRows("ratios", RangeTable.ratios(results));
    page.addPanels();
    page.addExcluded();
    page.addMethod();
    return HtmlReport.page("range", title, page.body, results);
  }

  private void addHead(String title) {
    JsonObject machine = results.getAsJsonObject("machine");
    add("<h1>%s</h1>", HtmlReport.escape(title));
    add(
        "<p class=\"about\">Profile <b>%s</b> · %s · medians of %s · %s CPUs · Java %s · HBase %s ·"
            + " started %s, %s minutes</p>",
        HtmlReport.escape(text("profile")),
        results.get("quick").getAsBoolean() ? "quick" : "full size",
        text("repeat"),
        machine.get("cpus").getAsString(),
        HtmlReport.escape(machine.get("java").getAsString()),
        HtmlReport.escape(machine.get("hbase").getAsString()),
        HtmlReport.escape(text("start")),
        text("minutes"));
  }

  private void addRows(String id, List<List<String>> rows) {
    add("<div class=\"wide\"><table id=\"%s\"><thead>", id);
    addRow("th", rows.get(0));
    add("</thead><tbody>");
    rows.subList(1, rows.size()).forEach(row -> addRow("td", row));
    add("</tbody></table></div>");
  }

  private void addRow(String cell, List<String> values) {
    add("<tr>");
    for (String value : values) {
      add("<%1$s>%2$s</%1$s>", cell, HtmlReport.escape(value));
    }
    add("</tr>");
  }

  private void addPanels() {
    add("<div class=\"panels\">");
    for (List<String> panel : PANELS) {
      add("<section class=\"panel\" id=\"panel-%s\"><h3>%s</h3>", panel.get(0), panel.get(1));
      add(
          "<div class=\"plot\"><canvas aria-label=\"%s over time\"></canvas></div></section>",
          panel.get(1));
    }
    add("</div>");
  }

  private void addExcluded() {
    int left = ResultsJson.trialsLeft(results);
    if (left > 0) {
      add("<p id=\"unfinished\"><b>Not finished</b>: %s runs were still to come.</p>", left);
    }
    if (results.getAsJsonArray("excluded").isEmpty()) {
      add("<p id=\"excluded\">No run was excluded, and no operation failed.</p>");
      return;
    }
    add("<h2>Excluded runs</h2><ul id=\"excluded\">");
    for (JsonElement element : results.getAsJsonArray("excluded")) {
      JsonObject run = element.getAsJsonObject();
      add(
          "<li><b>%s</b>, repeat %s: %s</li>",
          HtmlReport.escape(run.get("name").getAsString()),
          run.get("repeat").getAsString(),
          HtmlReport.escape(run.get("reason").getAsString()));
    }
    add("</ul>");
  }

  private void addMethod() {
    add("<h2>How it was measured</h2>");
    add(
        "<p>All rows are inserted into a fresh table of one region, and rows that are there are"
            + " read beside the inserts. Every fourth window has gets, the others have scans."
            + " Response times are from when a read was sent.</p><dl>");
    for (JsonElement element : results.getAsJsonArray("engines")) {
      JsonObject engine = element.getAsJsonObject();
      addTerm(engine.get("name").getAsString(), engine.get("title").getAsString());
    }
    add("</dl><ul id=\"isolation\">");
    for (JsonElement line : results.getAsJsonArray("isolation")) {
      add("<li>%s</li>", HtmlReport.escape(line.getAsString().trim()));
    }
    add("</ul><dl>");
    results
        .getAsJsonObject("workload")
        .entrySet()
        .forEach(
            entry -> addTerm(entry.getKey().replace('_', ' '), entry.getValue().getAsString()));
    add("</dl>");
  }

  private void addTerm(String term, String description) {
    add("<dt>%s</dt><dd>%s</dd>", HtmlReport.escape(term), HtmlReport.escape(description));
  }

  private String text(String field) {
    return results.get(field).getAsString();
  }

  private void add(String format, Object... values) {
    body.append(String.format(Locale.ROOT, format, values)).append('\n');
  }
}
