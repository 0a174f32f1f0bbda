// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import io.lighter.benchmarks.page.HtmlPage;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/** The self-contained page of loads, like {@link HtmlReport}. */
final class LoadPage {
  private static final List<PageBody.Panel> PANELS =
      List.of(
          new PageBody.Panel("scan", "Response time of scans, each window"),
          new PageBody.Panel("get", "Response time of gets, each window"),
          new PageBody.Panel("files", "Store files"),
          new PageBody.Panel("space", "Space of the table in HDFS"));

  private final JsonObject results;
  private final PageBody body = new PageBody();

  private LoadPage(JsonObject results) {
    this.results = results;
  }

  static String of(JsonObject results) throws IOException {
    LoadPage page = new LoadPage(results);
    page.body.addHead(results);
    page.body.addTable("figures", LoadTable.figures(results));
    page.body.add("<h2>Range engine against the others</h2>");
    page.body.add(
        "<p class=\"caption\">A ratio below 1 is less than the other engine's. Each has its"
            + " interval of 95 %%, the number of windows or runs, and its bar: the largest value"
            + " that meets what the range engine was designed for.</p>");
    page.body.addTable("ratios", LoadTable.ratios(results));
    page.addNotes();
    page.body.addPanels(PANELS);
    page.body.addExcluded(results, "runs");
    page.addMethod();
    return HtmlReport.page("load", page.body, results);
  }

  private void addNotes() {
    List<String> notes = LoadTable.notes(results);
    if (!notes.isEmpty()) {
      body.add("<ul id=\"notes\">");
      notes.forEach(note -> body.add("<li>%s</li>", HtmlPage.escape(note)));
      body.add("</ul>");
    }
  }

  private void addMethod() {
    body.add("<h2>How it was measured</h2>");
    body.add(
        "<p>All rows are inserted into a fresh table of one region, and rows that are there are"
            + " read beside the inserts. Every fourth window has gets, the others have scans."
            + " Response times are from when a read was sent. In disturbed windows other programs"
            + " or the hypervisor had more than 10 %% of a CPU; where processes are kept apart,"
            + " these windows are left out of all figures of reads.</p><dl>");
    for (JsonElement element : results.getAsJsonArray("engines")) {
      JsonObject engine = element.getAsJsonObject();
      body.addTerm(
          engine.get("name").getAsString(), engine.get("title").getAsString() + settings(engine));
    }
    body.addStart("</dl>");
    body.addIsolationAndWorkload(results);
  }

  /** The settings of an engine's table; nothing in results without them. */
  private static String settings(JsonObject engine) {
    return engine.has("settings")
        ? engine.getAsJsonObject("settings").entrySet().stream()
            .map(setting -> setting.getKey() + " = " + setting.getValue().getAsString())
            .collect(Collectors.joining(", ", ": ", ""))
        : "";
  }
}
