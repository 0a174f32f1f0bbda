// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import io.lighter.benchmarks.page.HtmlPage;
import java.util.List;
import java.util.Locale;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/**
 * The HTML of a page, line by line, and the parts that pages of several experiments have. Confined
 * to one thread.
 */
public final class PageBody {
  private final StringBuilder html = new StringBuilder();

  /**
   * A place for a plot.
   *
   * @param name name in the page's script
   * @param title HTML
   */
  public record Panel(String name, String title) {}

  /** The HTML so far. */
  public CharSequence html() {
    return html;
  }

  /** Adds a line. */
  public void add(String format, Object... values) {
    html.append(String.format(Locale.ROOT, format, values)).append('\n');
  }

  /** Adds the start of a line. */
  void addStart(String start) {
    html.append(start);
  }

  /** Adds the heading, and how the results came to be. */
  void addHead(JsonObject results) {
    JsonObject machine = results.getAsJsonObject("machine");
    add("<h1>%s</h1>", HtmlPage.escape(title(results)));
    add(
        "<p class=\"about\">Profile <b>%s</b> · %s · medians of %s · %s CPUs · Java %s · HBase %s ·"
            + " started %s, %s minutes</p>",
        escaped(results, "profile"),
        results.get("quick").getAsBoolean() ? "quick" : "full size",
        results.get("repeat").getAsString(),
        machine.get("cpus").getAsString(),
        escaped(machine, "java"),
        escaped(machine, "hbase"),
        escaped(results, "start"),
        results.get("minutes").getAsString());
  }

  /** The title of an experiment's results. */
  static String title(JsonObject results) {
    return results.get("experiment").getAsString() + ": " + results.get("title").getAsString();
  }

  /** Adds a table whose first row has the titles. */
  public void addTable(String id, List<List<String>> rows) {
    add("<div class=\"wide\"><table id=\"%s\"><thead>", id);
    addRow("th", rows.get(0));
    add("</thead><tbody>");
    rows.subList(1, rows.size()).forEach(row -> addRow("td", row));
    add("</tbody></table></div>");
  }

  private void addRow(String cell, List<String> values) {
    add("<tr>");
    values.forEach(value -> add("<%1$s>%2$s</%1$s>", cell, HtmlPage.escape(value)));
    add("</tr>");
  }

  /** Adds places for plots over time. */
  public void addPanels(List<Panel> panels) {
    add("<div class=\"panels\">");
    for (Panel panel : panels) {
      add("<section class=\"panel\" id=\"panel-%s\"><h3>%s</h3>", panel.name(), panel.title());
      add(
          "<div class=\"plot\"><canvas aria-label=\"%s over time\"></canvas></div></section>",
          panel.title());
    }
    add("</div>");
  }

  /**
   * Adds what is not in the figures.
   *
   * @param units what the experiment consists of
   */
  void addExcluded(JsonObject results, String units) {
    Remarks.unfinished(results, units)
        .ifPresent(remark -> add("<p id=\"unfinished\"><b>Not finished</b>: %s.</p>", remark));
    Remarks.leftOut(results)
        .forEach(
            remark ->
                add("<p class=\"left-out\"><b>Left out</b>, %s.</p>", HtmlPage.escape(remark)));
    List<ExcludedRun> excluded = ExcludedRun.of(results);
    if (excluded.isEmpty()) {
      add("<p id=\"excluded\">No run was excluded, and no operation failed.</p>");
      return;
    }
    add("<h2>Excluded runs</h2><ul id=\"excluded\">");
    for (ExcludedRun run : excluded) {
      add(
          "<li><b>%s</b>, %s</li>",
          HtmlPage.escape(run.name()), HtmlPage.escape(run.whereAndWhy()));
    }
    add("</ul>");
  }

  /** Adds what was isolated, and the settings of the workload. */
  void addIsolationAndWorkload(JsonObject results) {
    add("<ul id=\"isolation\">");
    for (JsonElement line : results.getAsJsonArray("isolation")) {
      add("<li>%s</li>", HtmlPage.escape(line.getAsString().trim()));
    }
    add("</ul><dl>");
    results
        .getAsJsonObject("workload")
        .entrySet()
        .forEach(
            entry -> addTerm(entry.getKey().replace('_', ' '), entry.getValue().getAsString()));
    add("</dl>");
  }

  /** Adds an element of a list of terms. */
  void addTerm(String term, String description) {
    add("<dt>%s</dt><dd>%s</dd>", HtmlPage.escape(term), HtmlPage.escape(description));
  }

  private static String escaped(JsonObject json, String field) {
    return HtmlPage.escape(json.get(field).getAsString());
  }
}
