// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/** Writes the result files of an experiment, and replaces files of the same name. */
public final class ResultFiles {
  private ResultFiles() {}

  /**
   * Writes {@code results.json}, {@code report.html}, {@code results.txt} and the plots.
   *
   * @param folder existing folder
   */
  public static void write(JsonObject results, Path folder) throws IOException {
    writeTexts(results, folder);
    System.setProperty("java.awt.headless", "true"); // before AWT is loaded
    Plots.write(results, folder);
  }

  /**
   * Writes all files except the plots.
   *
   * @param folder existing folder
   */
  public static void writeTexts(JsonObject results, Path folder) throws IOException {
    writeTexts(results, TextReport.of(results), folder);
  }

  /** Writes all files except the plots, with this {@code results.txt}. */
  static void writeTexts(JsonObject results, String text, Path folder) throws IOException {
    Files.writeString(folder.resolve("results.json"), ResultsJson.write(results));
    Files.writeString(folder.resolve("results.txt"), text);
    ReportPage.write(results, folder);
  }

  /** Returns a summary for the terminal, with the path of the report. */
  public static String summary(JsonObject results, Path folder) {
    return TextReport.of(results) + ReportPage.line(folder);
  }

  /** Whether every strategy has a valid run. */
  public static boolean isComplete(JsonObject results) {
    return isComplete(results, "strategies");
  }

  /** Whether each element of a field has a valid run. */
  static boolean isComplete(JsonObject results, String field) {
    return results.getAsJsonArray(field).asList().stream()
        .allMatch(each -> each.getAsJsonObject().get("runs_counted").getAsInt() > 0);
  }
}
