// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/** Writes the result files of Figure 9, which have the names that {@link ResultFiles} gives. */
public final class ScaleOutFiles {
  private ScaleOutFiles() {}

  /** Writes all files. */
  public static void write(JsonObject results, Path folder) throws IOException {
    writeTexts(results, folder);
    System.setProperty("java.awt.headless", "true"); // before AWT is loaded
    ScaleOutPlots.write(results, folder);
  }

  /**
   * Writes all files except the plots.
   *
   * @param folder existing folder
   */
  public static void writeTexts(JsonObject results, Path folder) throws IOException {
    ResultFiles.writeTexts(results, text(results), folder);
  }

  /** Returns the text for a terminal. */
  public static String text(JsonObject results) {
    StringBuilder text = new StringBuilder();
    text.append("On this machine").append(System.lineSeparator());
    text.append(TextReport.align(ScaleOutTable.measured(results).rows()));
    text.append(System.lineSeparator()).append("Simulated").append(System.lineSeparator());
    text.append(TextReport.align(ScaleOutTable.simulated(results).rows()));
    text.append(TextReport.excluded(results, "runs"));
    return text.toString();
  }

  /** Whether every cluster has a valid run. */
  public static boolean isComplete(JsonObject results) {
    return ResultFiles.isComplete(results, "scale_out");
  }
}
