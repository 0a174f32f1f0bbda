// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import static io.lighter.benchmarks.page.HtmlPage.escape;

import io.lighter.benchmarks.experiment.Phase;
import io.lighter.benchmarks.page.HtmlPage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.hbase.thirdparty.com.google.gson.Gson;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/**
 * A self-contained page: tables in plain HTML, and interactive plots that a script draws from the
 * embedded results.
 */
public final class HtmlReport {
  private static final Gson GSON = new Gson();

  /** Figures of the table of costs: name in the results, title. */
  private static final Map<String, String> COSTS =
      Map.of(
          "throughput", "op/s",
          "hit_ratio", "hit ratio",
          "blocks_hdfs", "blocks from HDFS",
          "remote_cache_mb", "MB from the remote cache",
          "network_mb", "MB over the network",
          "cpu_seconds", "CPU s");

  private static final List<String> COST_ORDER =
      List.of(
          "throughput", "hit_ratio", "blocks_hdfs", "remote_cache_mb", "network_mb", "cpu_seconds");

  private final JsonObject results;
  private final PageBody body = new PageBody();

  private HtmlReport(JsonObject results) {
    this.results = results;
  }

  /** The page of results. */
  public static String of(JsonObject results) throws IOException {
    HtmlReport report = new HtmlReport(results);
    report.addHead();
    if (results.has("sets")) {
      report.addTpmc();
    }
    Section.of(results).forEach(report::addSection);
    report.body.addExcluded(results, "trials");
    report.addMethod();
    return page("report", report.body, results);
  }

  /** The self-contained page of an experiment. */
  static String page(String name, PageBody body, JsonObject results) throws IOException {
    return page(name, PageBody.title(results), body, results);
  }

  /**
   * A self-contained page.
   *
   * @param name name of the controls and of the script
   */
  static String page(String name, String title, PageBody body, JsonObject results)
      throws IOException {
    return new HtmlPage(
            title,
            resource(name + "-controls.html") + body.html(),
            resource("report.css"),
            resource(name + ".js"),
            GSON.toJson(results))
        .html();
  }

  private void addHead() {
    body.addHead(results);
    Remarks.nativeLibrary(results)
        .ifPresent(remark -> body.add("<p id=\"native\" class=\"about\">%s.</p>", escape(remark)));
  }

  private void addTpmc() {
    body.add("<h2>New-Orders a minute</h2>");
    addRows("id=\"tpmc\"", TpmcTable.of(results));
  }

  /** A table whose first row has the titles. */
  private void addRows(String attribute, List<List<String>> rows) {
    body.add("<div class=\"wide\"><table %s><thead>", attribute);
    addRow("th", rows.get(0), "");
    body.add("</thead><tbody>");
    rows.subList(1, rows.size()).forEach(row -> addRow("td", row, ""));
    body.add("</tbody></table></div>");
  }

  private void addSection(Section section) {
    body.add("<h2>%s</h2>", escape(section.heading()));
    if (hasFigures(section)) {
      addTables(section);
    }
    body.add("<div class=\"panels\" data-section=\"%s\">", section.key());
    for (JsonElement element : section.strategies()) {
      addPanel(element.getAsJsonObject(), section.key());
    }
    body.add("</div>");
  }

  private static boolean hasFigures(Section section) {
    return section.strategies().asList().stream()
        .anyMatch(s -> s.getAsJsonObject().get(Phase.COMPACTION.label()).isJsonObject());
  }

  private void addTables(Section section) {
    addTable(
        section,
        new FigureTable(section, ""),
        "Slower than before the compaction, in %, from when an operation was due");
    if (!results.has("sets")) { // a closed loop has equal series
      addTable(
          section,
          new FigureTable(section, "_sent"),
          "The same from when an operation was sent, as the paper has it: waiting for a free client"
              + " does not count");
    }
    for (PooledTables.Table pooled : PooledTables.of(section, Operations.all(results))) {
      body.add("<p class=\"caption\">%s</p>", escape(pooled.caption()));
      addRows("class=\"costs %s\"".formatted(pooled.name()), pooled.rows());
    }
    for (PooledTables.Table requests : StoreTable.of(section)) {
      body.add("<p class=\"caption\">%s</p>", escape(requests.caption()));
      addRows("class=\"costs %s\"".formatted(requests.name()), requests.rows());
    }
    addCosts(section, Phase.COMPACTION);
    addCosts(section, Phase.WARMUP);
  }

  private void addTable(Section section, FigureTable table, String caption) {
    body.add("<p class=\"caption\">%s</p>", escape(caption));
    body.add("<div class=\"wide\"><table class=\"figure\"><thead>");
    body.add(
        "<tr><th colspan=\"%3$d\"></th><th colspan=\"%1$d\">Compaction</th>"
            + "<th colspan=\"%1$d\">Warm-up</th><th colspan=\"%2$d\">Paper, compaction</th>"
            + "<th colspan=\"%2$d\">Paper, warm-up</th></tr>",
        table.columnsOfPhase(), table.columnsOfPaper(), table.columnsOfStrategy());
    addRow("th", table.titles(), "");
    body.add("</thead><tbody>");
    for (JsonElement strategy : section.strategies()) {
      JsonObject json = strategy.getAsJsonObject();
      addRow("td", table.row(json), json.get("title").getAsString());
    }
    body.add("</tbody></table></div>");
  }

  private void addCosts(Section section, Phase phase) {
    body.add(
        "<p class=\"caption\">What it took in phase %s, all region servers together</p>",
        phase.label());
    body.add("<div class=\"wide\"><table class=\"costs\"><thead>");
    List<String> titles = new ArrayList<>(List.of("Strategy"));
    COST_ORDER.forEach(name -> titles.add(COSTS.get(name)));
    titles.add("lowest hit ratio");
    addRow("th", titles, "");
    body.add("</thead><tbody>");
    for (JsonElement element : section.strategies()) {
      JsonObject strategy = element.getAsJsonObject();
      List<String> row = new ArrayList<>(List.of(strategy.get("name").getAsString()));
      for (String name : COST_ORDER) {
        row.add(plain(FigureTable.number(strategy, phase, name), name.equals("hit_ratio")));
      }
      JsonElement lowest = strategy.get("hit_ratio_min");
      row.add(
          plain(
              lowest == null || lowest.isJsonNull()
                  ? Optional.empty()
                  : Optional.of(lowest.getAsDouble()),
              true));
      addRow("td", row, strategy.get("title").getAsString());
    }
    body.add("</tbody></table></div>");
  }

  private void addPanel(JsonObject strategy, String section) {
    String name = strategy.get("name").getAsString();
    body.add(
        "<section class=\"panel\" id=\"panel-%1$s-%2$s\" data-strategy=\"%1$s\">", name, section);
    body.add("<h3>%s <small>%s</small></h3>", name, escape(strategy.get("title").getAsString()));
    if (strategy.get("runs_counted").getAsInt() == 0) {
      body.add("<p class=\"warning\">No run of it counts; see below.</p>");
    }
    JsonArray runs = strategy.getAsJsonArray("runs");
    if (!runs.isEmpty()) {
      body.add(
          "<div class=\"plot\"><canvas aria-label=\"latency of %s over time\"></canvas></div>",
          name);
    }
    for (JsonElement run : runs) {
      for (JsonElement note : run.getAsJsonObject().getAsJsonArray("notes")) {
        body.add(
            "<p class=\"note\">Repeat %s: %s</p>",
            run.getAsJsonObject().get("repeat").getAsString(), escape(note.getAsString()));
      }
    }
    body.add("</section>");
  }

  private void addMethod() {
    body.add(
        "<h2>How it was measured</h2><p>%s</p>",
        escape(results.get("warmup_end_rule").getAsString()));
    body.addIsolationAndWorkload(results);
  }

  private void addRow(String cell, List<String> values, String hint) {
    body.add("<tr>");
    for (int column = 0; column < values.size(); column++) {
      boolean head = column == 0 || cell.equals("th");
      String attributes =
          column == 0 && !hint.isEmpty() ? " title=\"%s\"".formatted(escape(hint)) : "";
      body.add("<%1$s%2$s>%3$s</%1$s>", head ? "th" : "td", attributes, escape(values.get(column)));
    }
    body.add("</tr>");
  }

  /** A value; ratios keep the digits after the nines. */
  private static String plain(Optional<Double> value, boolean isRatio) {
    boolean whole = value.filter(v -> v == Math.rint(v)).isPresent();
    String format = isRatio ? "%.4f" : whole ? "%,.0f" : "%,.1f";
    return value.map(v -> String.format(Locale.ROOT, format, v)).orElse("–");
  }

  private static String resource(String name) throws IOException {
    return HtmlPage.resource(HtmlReport.class, name);
  }
}
