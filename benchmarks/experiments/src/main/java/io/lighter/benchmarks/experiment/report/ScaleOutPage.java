// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/** The self-contained page of Figure 9, like {@link HtmlReport}. */
final class ScaleOutPage {
  /** Names in the page's script, with titles. */
  private static final List<List<String>> MEASURED =
      List.of(
          List.of("waiting", "Compactions that wait"),
          List.of("wait", "Wait in the queue, each compaction"),
          List.of("compaction", "From the request to the output, each compaction"),
          List.of("rate", "Compactions per minute"),
          List.of("get", "Response time of gets"),
          List.of("scan", "Response time of scans"));

  private static final List<List<String>> SIMULATED =
      List.of(
          List.of("simulated-wait", "Wait in the queue, median of a minute"),
          List.of("simulated-waiting", "Compactions that wait, for each region server"),
          List.of("simulated-rate", "Compactions per minute, for each region server"));

  private final JsonObject results;
  private final StringBuilder body = new StringBuilder();

  private ScaleOutPage(JsonObject results) {
    this.results = results;
  }

  static String of(JsonObject results) throws IOException {
    ScaleOutPage page = new ScaleOutPage(results);
    String title = page.text("experiment") + ": " + page.text("title");
    page.addHead(title);
    page.add("<h2>Measured on this machine</h2>");
    page.addTable("measured", ScaleOutTable.measured(results));
    page.addPanels(MEASURED);
    page.add("<h2>Simulated</h2>");
    page.add(
        "<p class=\"note\">The manager's own planner on a clock of its own; compaction servers are"
            + " numbers: four threads, each 64 MB/s. At minute 0 as many join as there are.</p>");
    page.addTable("simulated", ScaleOutTable.simulated(results));
    page.addPanels(SIMULATED);
    page.addExcluded();
    page.addMethod();
    return HtmlReport.page("scale-out", title, page.body, results);
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

  private void addTable(String id, ScaleOutTable table) {
    add("<div class=\"wide\"><table id=\"%s\"><thead>", id);
    addRow("th", table.rows().get(0));
    add("</thead><tbody>");
    table.rows().subList(1, table.rows().size()).forEach(row -> addRow("td", row));
    add("</tbody></table></div>");
  }

  private void addRow(String cell, List<String> values) {
    add("<tr>");
    for (String value : values) {
      add("<%1$s>%2$s</%1$s>", cell, HtmlReport.escape(value));
    }
    add("</tr>");
  }

  private void addPanels(List<List<String>> panels) {
    add("<div class=\"panels\">");
    for (List<String> panel : panels) {
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
    JsonObject plan = results.getAsJsonObject("plan");
    add("<h2>How it was measured</h2>");
    add(
        "<p>Each region server has %s regions of %s, and each region asks for a compaction of all"
            + " its files every %s s, or, if one is late, as soon as it is over. What a compaction"
            + " server can do is set, not found out: %s thread, and <code>"
            + "lighter.server.throughput.limit</code> = %s/s. So one server is overloaded by its"
            + " configuration and not by this machine's CPUs, which all processes share.</p>",
        text(plan, "regions_per_region_server"),
        megabytes(plan, "region_bytes"),
        text(plan, "compaction_period_s"),
        text(plan, "server_threads"),
        megabytes(plan, "server_throughput_limit"));
    add(
        "<p>A cluster is watched for %s s with each number of compaction servers; the next one"
            + " joins while it runs, and nothing is restarted. Of each part the first %s s do not"
            + " count in the table: the queue is still that of the part before. Response times are"
            + " from when an operation was due. Rates of clients grow with the region servers;"
            + " those below are of the largest cluster.</p>",
        text(plan, "part_s"), text(plan, "left_out_s"));
    add("<ul id=\"isolation\">");
    for (JsonElement line : results.getAsJsonArray("isolation")) {
      add("<li>%s</li>", HtmlReport.escape(line.getAsString().trim()));
    }
    add("</ul><dl>");
    results
        .getAsJsonObject("workload")
        .entrySet()
        .forEach(
            entry ->
                add(
                    "<dt>%s</dt><dd>%s</dd>",
                    HtmlReport.escape(entry.getKey().replace('_', ' ')),
                    HtmlReport.escape(entry.getValue().getAsString())));
    add("</dl>");
  }

  private String text(String field) {
    return text(results, field);
  }

  private static String text(JsonObject json, String field) {
    return json.get(field).getAsString();
  }

  private static String megabytes(JsonObject json, String field) {
    return String.format(Locale.ROOT, "%.1f MB", json.get(field).getAsDouble() / (1 << 20));
  }

  private void add(String format, Object... values) {
    body.append(String.format(Locale.ROOT, format, values)).append('\n');
  }
}
