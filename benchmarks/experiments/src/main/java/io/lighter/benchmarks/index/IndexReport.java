// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.index;

import io.lighter.benchmarks.experiment.report.Aim;
import io.lighter.benchmarks.experiment.report.PageBody;
import io.lighter.benchmarks.experiment.report.TextReport;
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
      List.of("Ratio", "Figure", "value", "95 %", "trials", "n", "aim", "verdict", "paper");
  private static final List<String> KIND_TITLES = List.of("Operation", "p50 µs", "p99 µs", "n");

  /** What one run cannot show, for every reader of its figures. */
  private static final String LIMITS =
      "One client, two region servers and HDFS share this machine. Region servers keep all rows in"
          + " memory. ";

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
    json.addProperty("call_delay_us", plan.delayMicros());
    json.addProperty("limits", limits());
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

  private JsonObject json(Comparison comparison, IndexResults.Ratio ratio) {
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

  private String limits() {
    return LIMITS
        + (plan.hasNetwork()
            ? "Each call of HBase and each answer arrives %d µs later, as over a network; what goes"
                    .formatted(plan.delayMicros())
                + " to HDFS does not."
            : "No network is between them: a second call costs CPU here and little waiting.");
  }

  private String aim(Comparison comparison) {
    return comparison
        .aim(plan.hasNetwork())
        .map(aim -> Double.isInfinite(aim.most()) ? "≥ " + aim.least() : "≤ " + aim.most())
        .orElse("");
  }

  /** The text for a terminal. */
  String toText() {
    return String.join(
        System.lineSeparator(),
        TextReport.align(ratioRows()),
        TextReport.align(kindRows()),
        limits() + System.lineSeparator());
  }

  private List<List<String>> ratioRows() {
    List<List<String>> rows = new ArrayList<>(List.of(RATIO_TITLES));
    for (Comparison comparison : Comparison.values()) {
      results.ratio(comparison).ifPresent(ratio -> rows.add(row(comparison, ratio)));
    }
    return rows;
  }

  private List<String> row(Comparison comparison, IndexResults.Ratio ratio) {
    return List.of(
        "%s / %s, %s"
            .formatted(
                comparison.kind().title(), comparison.base().title(), comparison.figure().label()),
        comparison.figureOfPaper(),
        number(ratio.value()),
        ratio
            .interval()
            .map(interval -> number(interval.low()) + "–" + number(interval.high()))
            .orElse("–"),
        Integer.toString(ratio.trials()),
        Integer.toString(ratio.rounds()),
        aim(comparison),
        ratio.verdict().map(Aim.Verdict::label).orElse(""),
        comparison.paper());
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

  /** The page with both tables and two plots. */
  String toHtml() throws IOException {
    PageBody body = new PageBody();
    body.add("<h1>Secondary indexes: what they cost</h1>");
    body.add(
        "<p class=\"about\">%,d rows · %d trials of %d rounds · %d operations of a kind in a"
            + " round · seed %d</p><p>%s</p>",
        plan.rows(), plan.trials(), plan.rounds(), plan.operations(), plan.seed(), limits());
    body.add(
        "<p class=\"caption\">A ratio is the geometric mean over the rounds. There is no verdict"
            + " where its interval spans the aim, or with fewer than three trials.</p>");
    body.addTable("ratios", ratioRows());
    body.add("<div class=\"panels\">");
    addPanel(body, "times", "Medians, µs", "Medians by operation");
    addPanel(
        body,
        "rate",
        "Rows a second of one client, by rows of a lookup",
        "Rows a second by rows of a lookup");
    body.add("</div>");
    body.addTable("kinds", kindRows());
    return new HtmlPage(
            "Lighter: secondary indexes",
            body.html(),
            HtmlPage.resource(Aim.class, "report.css"),
            HtmlPage.resource(IndexReport.class, "index.js"),
            toJson())
        .html();
  }

  private static void addPanel(PageBody body, String name, String title, String label) {
    body.add(
        "<section class=\"panel\" id=\"panel-%s\"><h3>%s</h3><div class=\"plot\">"
            + "<canvas aria-label=\"%s\"></canvas></div></section>",
        name, title, label);
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, value < 100 ? "%.2f" : "%,.0f", value);
  }

  private static double rounded(double value) {
    return Math.round(value * 1_000) / 1_000.0;
  }
}
