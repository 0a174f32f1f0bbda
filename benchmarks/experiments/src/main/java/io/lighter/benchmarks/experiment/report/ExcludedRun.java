// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import java.util.List;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/**
 * A run that is not in the figures: an element of {@code excluded} in results.
 *
 * @param name what it measured
 * @param whereAndWhy its set or its cache, if it has one, its repeat and the reason
 */
record ExcludedRun(String name, String whereAndWhy) {
  /** The excluded runs of results. */
  static List<ExcludedRun> of(JsonObject results) {
    return results.getAsJsonArray("excluded").asList().stream()
        .map(JsonElement::getAsJsonObject)
        .map(
            run ->
                new ExcludedRun(
                    run.get("name").getAsString(),
                    "%srepeat %s: %s"
                        .formatted(
                            where(run),
                            run.get("repeat").getAsString(),
                            run.get("reason").getAsString())))
        .toList();
  }

  /** The element of a run that has neither a set nor a cache. */
  static JsonObject json(String name, int repeat, List<String> failures) {
    JsonObject json = new JsonObject();
    json.addProperty("name", name);
    json.add("cache_factor", null);
    json.addProperty("repeat", repeat);
    json.addProperty("reason", String.join("; ", failures));
    return json;
  }

  private static String where(JsonObject run) {
    if (run.has("set")) {
      return run.get("set").getAsString() + ", ";
    }
    if (run.get("cache_factor").isJsonNull()) {
      return "";
    }
    String cache = "cache %s, ".formatted(run.get("cache_factor").getAsString());
    return ResultsJson.isDefaultVariant(run) ? cache : cache + ResultsJson.variant(run) + ", ";
  }
}
