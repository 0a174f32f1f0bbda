// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/** Writes the result files of loads, which have the names that {@link ResultFiles} gives. */
public final class LoadFiles {
  private LoadFiles() {}

  /**
   * Writes {@code results.json}, {@code results.txt} and {@code report.html}.
   *
   * @param folder existing folder
   */
  public static void write(JsonObject results, Path folder) throws IOException {
    ResultFiles.writeTexts(results, text(results), folder);
  }

  /** Returns the text for a terminal. */
  public static String text(JsonObject results) {
    StringBuilder text = new StringBuilder();
    text.append(TextReport.align(LoadTable.figures(results)));
    if (!results.getAsJsonArray("ratios").isEmpty()) {
      text.append(System.lineSeparator());
      text.append(TextReport.align(LoadTable.ratios(results)));
      LoadTable.notes(results).forEach(note -> text.append("Note: %s%n".formatted(note)));
    }
    text.append(TextReport.excluded(results, "runs"));
    return text.toString();
  }

  /** Whether every engine has a valid run. */
  public static boolean isComplete(JsonObject results) {
    return ResultFiles.isComplete(results, "engines");
  }
}
