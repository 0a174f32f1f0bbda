// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import java.util.Arrays;
import java.util.List;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/**
 * Names the rows that are better than one with levels or tiers of Lighter, so that a page does not
 * leave that to its readers. Stateless.
 */
final class BetterBaselines {
  /** Figures of speed, of which a table has either more or less than another. */
  private static final List<LoadMeasure> COMPARED =
      Arrays.stream(LoadMeasure.values()).filter(LoadMeasure::isMoreBetter).toList();

  private BetterBaselines() {}

  /**
   * A sentence for each ratio below 1.
   *
   * @param ratios as {@link LoadJson} writes them
   */
  static JsonArray of(JsonArray ratios) {
    JsonArray sentences = new JsonArray();
    for (JsonElement element : ratios) {
      JsonObject ratio = element.getAsJsonObject();
      if (isSlower(ratio)) {
        sentences.add(sentence(ratio));
      }
    }
    return sentences;
  }

  private static boolean isSlower(JsonObject ratio) {
    return !ratio.get("against").isJsonNull()
        && !ratio.get("value").isJsonNull()
        && ratio.get("value").getAsDouble() < 1
        && COMPARED.stream()
            .anyMatch(measure -> measure.label().equals(ratio.get("measure").getAsString()));
  }

  private static String sentence(JsonObject ratio) {
    boolean isSure = ratio.has("high") && ratio.get("high").getAsDouble() < 1;
    return "%s %s better than %s, %s"
        .formatted(
            ratio.get("against").getAsString(),
            isSure ? "is" : "may be",
            LoadTable.label(ratio, "engine"),
            ratio.get("title").getAsString());
  }
}
