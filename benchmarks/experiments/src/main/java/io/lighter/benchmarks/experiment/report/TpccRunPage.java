// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import static io.lighter.benchmarks.page.HtmlPage.escape;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/** The self-contained page of one TPC-C run, like {@link HtmlReport}. */
public final class TpccRunPage {
  /** CPU load above which the client measures itself. */
  private static final double BUSY_CLIENT = 0.8;

  private static final List<String> FIGURES =
      List.of("mean_ms", "p50_ms", "p95_ms", "p99_ms", "p999_ms", "max_ms");

  private static final Map<String, String> PANELS =
      Map.of(
          "tpmc", "New-Orders a minute, each second",
          "rate", "Transactions a second",
          "latency", "Latency of the whole run");

  private final JsonObject run;
  private final PageBody body = new PageBody();

  private TpccRunPage(JsonObject run) {
    this.run = run;
  }

  /**
   * The page.
   *
   * @param run output of {@code tpcc run --json}
   */
  public static String of(JsonObject run) throws IOException {
    TpccRunPage page = new TpccRunPage(run);
    String title =
        String.format(
            Locale.ROOT, "TPC-C: %,.0f New-Orders a minute", run.get("tpmc").getAsDouble());
    page.addHead(title);
    page.addWarnings();
    page.addTable();
    page.body.add("<div class=\"panels\">");
    Stream.of("tpmc", "rate", "latency").forEach(page::addPanel);
    page.body.add("</div>");
    return HtmlReport.page("tpcc-run", title, page.body, run);
  }

  private void addHead(String title) {
    body.add("<h1>%s</h1>", escape(title));
    double rate = run.get("rate").getAsDouble();
    body.add(
        "<p class=\"about\">%s warehouses of %s items and %s customers a district · %s threads, %s ·"
            + " %.0f s · seed %s</p>",
        text("warehouses"),
        text("items"),
        text("customers_per_district"),
        text("threads"),
        rate > 0 ? String.format(Locale.ROOT, "%.1f transactions a second", rate) : "no think time",
        run.get("seconds").getAsDouble(),
        text("seed"));
    body.add(
        "<p class=\"note\">Not a TPC result: no think time, no atomicity over several rows, no"
            + " audit.</p>");
  }

  private void addWarnings() {
    if (run.get("failed").getAsLong() > 0) {
      body.add(
          "<p class=\"warning\" id=\"failed\">%s transactions failed, the first one: %s</p>",
          text("failed"), escape(text("first_failure")));
    }
    if (run.get("not_started").getAsLong() > 0) {
      body.add(
          "<p class=\"warning\" id=\"not-started\">%s transactions were due and never started: the"
              + " rate is more than there is.</p>",
          text("not_started"));
    }
    double share = run.get("client_cpu_share").getAsDouble();
    if (share > BUSY_CLIENT) {
      body.add(
          "<p class=\"warning\" id=\"busy\">The client used %.0f %% of its machine's processors: it"
              + " measured itself.</p>",
          100 * share);
    }
  }

  private void addTable() {
    body.add(
        "<div class=\"wide\"><table id=\"types\"><thead><tr><th>transaction</th><th>count</th>");
    body.add("<th>failed</th>");
    FIGURES.forEach(figure -> body.add("<th>%s</th>", figure.replace("_ms", " ms")));
    body.add("</tr></thead><tbody>");
    for (Map.Entry<String, JsonElement> type : run.getAsJsonObject("types").entrySet()) {
      JsonObject one = type.getValue().getAsJsonObject();
      body.add(
          "<tr><td>%s</td><td>%,d</td><td>%,d</td>",
          escape(type.getKey()), one.get("count").getAsLong(), one.get("failed").getAsLong());
      FIGURES.forEach(figure -> body.add("<td>%.2f</td>", one.get(figure).getAsDouble()));
      body.add("</tr>");
    }
    body.add("</tbody></table></div>");
    body.add(
        "<p class=\"note\">%s New-Orders were rolled back, as the specification wants it of one in a"
            + " hundred; Deliveries found %s districts without orders.</p>",
        text("rolled_back_new_orders"), text("skipped_deliveries"));
  }

  private void addPanel(String name) {
    body.add("<section class=\"panel\" id=\"panel-%s\"><h3>%s</h3>", name, PANELS.get(name));
    body.add(
        "<div class=\"plot\"><canvas aria-label=\"%s\"></canvas></div></section>",
        PANELS.get(name));
  }

  private String text(String name) {
    return run.get(name).getAsString();
  }
}
