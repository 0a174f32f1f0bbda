// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import io.lighter.benchmarks.experiment.Machine;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/** Sentences about a whole experiment, for both kinds of reports. */
final class Remarks {
  private static final int MOST_NOTES = 5;

  private Remarks() {}

  /**
   * How much of the experiment is missing from interim results; empty at the end.
   *
   * @param units what the experiment consists of
   */
  static Optional<String> unfinished(JsonObject results, String units) {
    int left = ResultsJson.trialsLeft(results);
    return left > 0
        ? Optional.of("%d %s were still to come".formatted(left, units))
        : Optional.empty();
  }

  /** Which strategies have no trial in a variant of the cluster; empty in older results. */
  static List<String> leftOut(JsonObject results) {
    List<String> remarks = new ArrayList<>();
    if (results.has("left_out")) {
      for (JsonElement element : results.getAsJsonArray("left_out")) {
        JsonObject leftOut = element.getAsJsonObject();
        List<String> names =
            leftOut.getAsJsonArray("strategies").asList().stream()
                .map(JsonElement::getAsString)
                .toList();
        remarks.add(
            "%s: %s; %s"
                .formatted(
                    leftOut.get("variant").getAsString(),
                    String.join(", ", names),
                    leftOut.get("reason").getAsString()));
      }
    }
    return remarks;
  }

  /** The notes of a section's runs, of each run at most {@link #MOST_NOTES}. */
  static List<String> notes(Section section) {
    List<String> remarks = new ArrayList<>();
    for (JsonElement strategy : section.strategies()) {
      for (JsonElement element : strategy.getAsJsonObject().getAsJsonArray("runs")) {
        JsonObject run = element.getAsJsonObject();
        List<String> notes =
            run.getAsJsonArray("notes").asList().stream().map(JsonElement::getAsString).toList();
        String start =
            "%s, repeat %d: "
                .formatted(
                    strategy.getAsJsonObject().get("name").getAsString(),
                    run.get("repeat").getAsInt());
        notes.stream().limit(MOST_NOTES).forEach(note -> remarks.add(start + note));
        if (notes.size() > MOST_NOTES) {
          remarks.add(
              start + "%d further notes, in report.html".formatted(notes.size() - MOST_NOTES));
        }
      }
    }
    return remarks;
  }

  /** Whether data nodes have Hadoop's native library; empty in results that do not say. */
  static Optional<String> nativeLibrary(JsonObject results) {
    return Optional.ofNullable(results.getAsJsonObject("machine").get(Machine.NATIVE_LIBRARY))
        .map(
            loaded ->
                loaded.getAsBoolean()
                    ? "Data nodes have loaded Hadoop's native library"
                    : "Data nodes have not loaded Hadoop's native library, so their drop-behind"
                        + " and read-ahead are off");
  }
}
