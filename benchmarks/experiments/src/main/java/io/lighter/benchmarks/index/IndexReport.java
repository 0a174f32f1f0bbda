// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.index;

import io.lighter.benchmarks.experiment.report.Aim;
import io.lighter.benchmarks.page.HtmlPage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.hbase.thirdparty.com.google.gson.Gson;
import org.apache.hbase.thirdparty.com.google.gson.GsonBuilder;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonNull;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/** The results as JSON, as text and as a page. Confined to one thread. */
final class IndexReport {
  private static final Gson GSON =
      new GsonBuilder().setPrettyPrinting().serializeNulls().disableHtmlEscaping().create();
  private static final List<String> RATIO_TITLES =
      List.of("Figure", "Ratio of", "to", "", "value", "95 %", "trials", "n", "aim", "", "paper");
  private static final List<String> KIND_TITLES = List.of("Operation", "p50 µs", "p99 µs", "n");

  /** What one run cannot show, for every reader of its figures. */
  private static final String LIMITS =
      "One client, two region servers and HDFS share this machine, and no network is between them:"
          + " a second call costs CPU here and little waiting. Region servers keep all rows in"
          + " memory.";

  private final IndexPlan plan;
  private final IndexResults results;

  IndexReport(IndexPlan plan, IndexResults results) {
    this.plan = plan;
    this.results = results;
  }

  String toJson() {
    return GSON.toJson(json());
  }

  private JsonObject json() {
    JsonObject json = new JsonObject();
    json.addProperty("experiment", "slik");
    json.addProperty("rows", plan.rows());
    json.addProperty("trials", plan.trials());
    json.addProperty("rounds", plan.rounds());
    json.addProperty("operations", plan.operations());
    json.addProperty("seed", plan.seed());
    json.addProperty("cpus", Runtime.getRuntime().availableProcessors());
    json.addProperty("limits", LIMITS);
    JsonArray kinds = new JsonArray();
    for (Kind kind : Kind.values()) {
      JsonObject each = new JsonObject();
      each.addProperty("kind", kind.label());
      each.addProperty("title", kind.title());
      each.addProperty("rows", kind.rows());
      each.addProperty("n", results.operations(kind));
      results.p50(kind).ifPresent(value -> each.addProperty("p50_us", rounded(value)));
      results.p99(kind).ifPresent(value -> each.addProperty("p99_us", rounded(value)));
      kinds.add(each);
    }
    json.add("kinds", kinds);
    JsonArray ratios = new JsonArray();
    for (Comparison comparison : Comparison.values()) {
      results.ratio(comparison).ifPresent(ratio -> ratios.add(json(comparison, ratio)));
    }
    json.add("ratios", ratios);
    return json;
  }

  private static JsonObject json(Comparison comparison, IndexResults.Ratio ratio) {
    JsonObject json = new JsonObject();
    json.addProperty("name", comparison.label());
    json.addProperty("figure_of_paper", comparison.figureOfPaper());
    json.addProperty("kind", comparison.kind().label());
    json.addProperty("base", comparison.base().label());
    json.addProperty("of", comparison.figure().label());
    json.addProperty("value", rounded(ratio.value()));
    if (ratio.interval().isPresent()) {
      json.addProperty("low", rounded(ratio.interval().get().low()));
      json.addProperty("high", rounded(ratio.interval().get().high()));
    } else {
      json.add("low", JsonNull.INSTANCE);
      json.add("high", JsonNull.INSTANCE);
    }
    json.addProperty("trials", ratio.trials());
    json.addProperty("rounds", ratio.rounds());
    json.addProperty("aim", aim(comparison));
    json.addProperty("verdict", ratio.verdict().map(Aim.Verdict::label).orElse(""));
    json.addProperty("paper", comparison.paper());
    return json;
  }

  private static String aim(Comparison comparison) {
    return comparison
        .aim()
        .map(aim -> Double.isInfinite(aim.most()) ? "≥ " + aim.least() : "≤ " + aim.most())
        .orElse("");
  }

  /** The text for a terminal. */
  String toText() {
    return columns(ratioRows())
        + System.lineSeparator()
        + columns(kindRows())
        + System.lineSeparator()
        + LIMITS
        + System.lineSeparator();
  }

  private List<List<String>> ratioRows() {
    List<List<String>> rows = new ArrayList<>(List.of(RATIO_TITLES));
    for (Comparison comparison : Comparison.values()) {
      results
          .ratio(comparison)
          .ifPresent(
              ratio ->
                  rows.add(
                      List.of(
                          comparison.figureOfPaper(),
                          comparison.kind().title(),
                          comparison.base().title(),
                          comparison.figure().label(),
                          number(ratio.value()),
                          ratio
                              .interval()
                              .map(
                                  interval ->
                                      number(interval.low()) + "–" + number(interval.high()))
                              .orElse("–"),
                          Integer.toString(ratio.trials()),
                          Integer.toString(ratio.rounds()),
                          aim(comparison),
                          ratio.verdict().map(Aim.Verdict::label).orElse(""),
                          comparison.paper())));
    }
    return rows;
  }

  private List<List<String>> kindRows() {
    List<List<String>> rows = new ArrayList<>(List.of(KIND_TITLES));
    for (Kind kind : Kind.values()) {
      if (results.operations(kind) > 0) {
        rows.add(
            List.of(
                kind.title(),
                "%.0f".formatted(results.p50(kind).orElseThrow()),
                "%.0f".formatted(results.p99(kind).orElseThrow()),
                Integer.toString(results.operations(kind))));
      }
    }
    return rows;
  }

  private static String columns(List<List<String>> rows) {
    int[] widths = new int[rows.get(0).size()];
    for (List<String> row : rows) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    StringBuilder text = new StringBuilder();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < widths.length; i++) {
        line.append(String.format(Locale.ROOT, "%-" + (widths[i] + 2) + "s", row.get(i)));
      }
      text.append(line.toString().stripTrailing()).append(System.lineSeparator());
    }
    return text.toString();
  }

  /** The page with both tables and two plots. */
  String toHtml() throws IOException {
    StringBuilder body = new StringBuilder("<h1>Secondary indexes: what they cost</h1>");
    body.append(
        String.format(
            Locale.ROOT,
            "<p class=\"about\">%,d rows · %d trials of %d rounds · %d operations of a kind in a"
                + " round · seed %d</p><p>%s</p>",
            plan.rows(),
            plan.trials(),
            plan.rounds(),
            plan.operations(),
            plan.seed(),
            LIMITS));
    body.append(
        "<p class=\"caption\">A ratio is the geometric mean over the rounds. There is no verdict"
            + " where its interval spans the aim, or with fewer than three trials.</p>");
    addTable(body, "ratios", ratioRows());
    body.append(
        "<div class=\"panels\"><section class=\"panel\" id=\"panel-times\"><h3>Medians, µs</h3>"
            + "<div class=\"plot\"><canvas aria-label=\"Medians by operation\"></canvas></div>"
            + "</section><section class=\"panel\" id=\"panel-rate\">"
            + "<h3>Rows a second of one client, by rows of a lookup</h3>"
            + "<div class=\"plot\"><canvas aria-label=\"Rows a second by rows of a lookup\">"
            + "</canvas></div></section></div>");
    addTable(body, "kinds", kindRows());
    return new HtmlPage(
            "Lighter: secondary indexes",
            body,
            HtmlPage.resource(Aim.class, "report.css"),
            HtmlPage.resource(IndexReport.class, "index.js"),
            toJson())
        .html();
  }

  private static void addTable(StringBuilder body, String id, List<List<String>> rows) {
    body.append("<div class=\"wide\"><table id=\"").append(id).append("\"><thead>");
    addRow(body, "th", rows.get(0));
    body.append("</thead><tbody>");
    rows.subList(1, rows.size()).forEach(row -> addRow(body, "td", row));
    body.append("</tbody></table></div>");
  }

  private static void addRow(StringBuilder body, String cell, List<String> values) {
    body.append("<tr>");
    for (String value : values) {
      body.append('<').append(cell).append('>').append(HtmlPage.escape(value));
      body.append("</").append(cell).append('>');
    }
    body.append("</tr>");
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, value < 100 ? "%.2f" : "%,.0f", value);
  }

  private static double rounded(double value) {
    return Math.round(value * 1_000) / 1_000.0;
  }
}
