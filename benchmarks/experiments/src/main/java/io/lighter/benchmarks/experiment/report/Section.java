// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import java.util.ArrayList;
import java.util.List;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/**
 * A part of results that compares strategies: a size of the cache and a variant of the cluster, or
 * a set of TPC-C.
 *
 * @param key name in the page
 * @param suffix suffix of the pictures' names
 * @param heading heading
 * @param compared operations with columns in tables
 * @param paper figures of the paper
 * @param json object with {@code strategies}
 */
record Section(
    String key,
    String suffix,
    String heading,
    List<String> compared,
    PaperFigures paper,
    JsonObject json) {

  /** All sections; the first one is the paper's main case. */
  static List<Section> of(JsonObject results) {
    List<Section> sections = new ArrayList<>();
    if (results.has("sets")) {
      for (JsonElement set : results.getAsJsonArray("sets")) {
        sections.add(set(set.getAsJsonObject()));
      }
      return sections;
    }
    sections.add(cache(results, results, ""));
    for (JsonElement other : results.getAsJsonArray("other_caches")) {
      JsonObject cache = other.getAsJsonObject();
      sections.add(cache(results, cache, "-cache-" + key(cache)));
    }
    return sections;
  }

  JsonArray strategies() {
    return json.getAsJsonArray("strategies");
  }

  private static Section cache(JsonObject results, JsonObject cache, String suffix) {
    String factor = cache.get("cache_factor").getAsString();
    String heading = "Block cache of %s × the data".formatted(factor);
    return new Section(
        key(cache),
        suffix,
        ResultsJson.isDefaultVariant(cache)
            ? heading
            : heading + ", " + cache.get("variant_title").getAsString(),
        Operations.compared(results),
        PaperFigures.FIGURE_7,
        cache);
  }

  /** The script of the page makes the same name. */
  private static String key(JsonObject cache) {
    String factor = cache.get("cache_factor").getAsString().replace('.', '_');
    return ResultsJson.isDefaultVariant(cache) ? factor : factor + "-" + ResultsJson.variant(cache);
  }

  private static Section set(JsonObject set) {
    String name = set.get("name").getAsString();
    return new Section(
        name,
        "-" + name,
        set.get("title").getAsString(),
        List.of(set.get("operation").getAsString()),
        PaperFigures.ofSet(name),
        set);
  }
}
