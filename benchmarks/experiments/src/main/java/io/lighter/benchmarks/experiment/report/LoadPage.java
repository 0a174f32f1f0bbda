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

  private static final Words RANGES =
      new Words(
          "Range engine",
          "All rows are inserted into a fresh table of one region, and rows that are there are read"
              + " beside the inserts. Every fourth window has gets, the others have scans.");

  private static final Words FORESTS =
      new Words(
          "Forest",
          "All rows are inserted into a fresh table of one region, as fast as HBase takes them. A"
              + " table with random keys is then read with each setting in turn, while nothing is"
              + " compacted; the first two windows of each setting fill the block cache.");

  private static final Words TIERS =
      new Words(
          "Levels and tiers",
          "All rows are inserted into a fresh table of one region, as fast as HBase takes them, in"
              + " equal flushes. Newest rows and a hot set are then read by clients that wait for"
              + " one get before the next, and newest rows over a merge to the slow tier. The page"
              + " caches are emptied each second.");

  private final JsonObject results;
  private final PageBody body = new PageBody();

  private LoadPage(JsonObject results) {
    this.results = results;
  }

  /**
   * What a page says of its experiment, in HTML.
   *
   * @param subject the engine that has bars
   * @param method how it was measured
   */
  private record Words(String subject, String method) {}

  /** The page of {@code bench range}. */
  static String ofRanges(JsonObject results) throws IOException {
    return of(results, RANGES);
  }

  /** The page of {@code bench forest}. */
  static String ofForests(JsonObject results) throws IOException {
    return of(results, FORESTS);
  }

  /** The page of {@code bench tiers}. */
  static String ofTiers(JsonObject results) throws IOException {
    return of(results, TIERS);
  }

  private static String of(JsonObject results, Words words) throws IOException {
    LoadPage page = new LoadPage(results);
    page.body.addHead(results);
    page.body.addTable("figures", LoadTable.figures(results));
    page.body.add("<h2>%s against the others</h2>", words.subject());
    page.body.add(
        "<p class=\"caption\">A ratio below 1 is less than the other engine's. Each has its"
            + " interval of 95 %%, the number of windows or runs, and its bar: the range that meets"
            + " what the engine was designed for.</p>");
    page.body.addTable("ratios", LoadTable.ratios(results));
    page.addNotes();
    page.body.addPanels(PANELS);
    page.body.addExcluded(results, "runs");
    page.addMethod(words);
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

  private void addMethod(Words words) {
    body.add("<h2>How it was measured</h2>");
    body.add(
        "<p>%s Response times are from when a read was sent. In disturbed windows other programs"
            + " or the hypervisor had more than 10 %% of a CPU; where processes are kept apart,"
            + " these windows are left out of all figures of reads.</p><dl>",
        words.method());
    for (JsonElement element : results.getAsJsonArray("engines")) {
      JsonObject engine = element.getAsJsonObject();
      body.addTerm(
          LoadTable.label(engine, "name"), engine.get("title").getAsString() + settings(engine));
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
