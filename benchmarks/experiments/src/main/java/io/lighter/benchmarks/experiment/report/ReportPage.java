// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import io.lighter.benchmarks.experiment.Figure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/**
 * Writes {@code report.html} from results: at the end of an experiment, and for {@code bench
 * report}.
 */
public final class ReportPage {
  private static final String FILE_NAME = "report.html";

  /** Page by the value of {@code experiment}. */
  private static final Map<String, Page> PAGES = pages();

  private ReportPage() {}

  /** Turns results into HTML. */
  @FunctionalInterface
  private interface Page {
    String of(JsonObject results) throws IOException;
  }

  /** Names of the experiments that have a page. */
  public static Set<String> experiments() {
    return PAGES.keySet();
  }

  /**
   * Writes the page.
   *
   * @param folder the page's folder
   * @throws IllegalArgumentException if the experiment has no page, or its results lack a field
   */
  public static void write(JsonObject results, Path folder) throws IOException {
    Files.writeString(folder.resolve(FILE_NAME), html(results));
  }

  /** A line for the terminal that names the file. */
  public static String line(Path folder) {
    return "Report: %s%n".formatted(folder.resolve(FILE_NAME).toAbsolutePath());
  }

  private static String html(JsonObject results) throws IOException {
    String experiment = ResultsJson.text(results, "experiment");
    Page page = PAGES.get(experiment);
    if (page == null) {
      throw new IllegalArgumentException(
          "experiment = %s: expected one of %s"
              .formatted(experiment, String.join(", ", experiments())));
    }
    try {
      return page.of(results);
    } catch (RuntimeException e) { // from Gson or for a null, depending on the field
      throw new IllegalArgumentException(
          "experiment = %s: a field of the results is missing or has another type"
              .formatted(experiment),
          e);
    }
  }

  private static Map<String, Page> pages() {
    Map<String, Page> pages = new TreeMap<>();
    for (Figure figure : Figure.values()) {
      pages.put(figure.label(), HtmlReport::of);
    }
    pages.put("fig3", HtmlReport::of);
    pages.put("fig8", HtmlReport::of);
    pages.put("fig9", ScaleOutPage::of);
    pages.put("forest", LoadPage::ofForests);
    pages.put("range", LoadPage::ofRanges);
    pages.put("tiers", LoadPage::ofTiers);
    return pages;
  }
}
