// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import io.lighter.benchmarks.experiment.Machine;
import io.lighter.benchmarks.experiment.Strategy;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.com.google.gson.JsonParseException;

/**
 * The results of several runs of one experiment as one. Figures with intervals are over the
 * compactions of all runs, so that an experiment can be spread over days.
 */
public final class PooledResults {
  private static final List<String> OF_SECTION =
      List.of("cache_factor", "data_fits_cache", "variant", "variant_title");

  private final JsonObject pooled = new JsonObject();
  private final List<String> operations;

  private PooledResults(JsonObject first) {
    this.operations = Operations.all(first);
  }

  /**
   * Pools results.
   *
   * @param results at least two of {@link ResultsJson}, which become part of the result; those of
   *     fig8 and fig9 have no cache sizes, and cannot be pooled
   * @throws IllegalArgumentException if settings differ that change figures, if a result is there
   *     twice, or if results lack the latencies of their compactions
   */
  public static JsonObject of(List<JsonObject> results) {
    if (results.size() < 2) {
      throw new IllegalArgumentException(
          "results: %d: expected 2 or more".formatted(results.size()));
    }
    if (new HashSet<>(results).size() < results.size()) {
      throw new IllegalArgumentException("results: expected each one once");
    }
    try {
      JsonObject first = results.get(0);
      for (int i = 0; i < results.size(); i++) {
        requirePoolable(i + 1, first, results.get(i));
      }
      return new PooledResults(first).pool(results);
    } catch (IllegalArgumentException | JsonParseException e) {
      throw e;
    } catch (RuntimeException e) { // from Gson or for a null, depending on the field
      throw new IllegalArgumentException(
          "a field of the results is missing or has another type", e);
    }
  }

  private JsonObject pool(List<JsonObject> results) {
    JsonObject first = results.get(0);
    for (String field : first.keySet()) {
      if (!OF_SECTION.contains(field) && !field.equals("strategies")) {
        pooled.add(field, first.get(field));
      }
    }
    for (String field : List.of("repeat", "trials_left", "minutes")) {
      pooled.addProperty(
          field, Rounding.round(results.stream().mapToDouble(r -> number(r, field)).sum()));
    }
    pooled.add("pooled_from", sources(results));
    boolean main = true;
    JsonArray others = new JsonArray();
    for (List<JsonObject> sections : sections(results)) {
      JsonObject section = main ? pooled : new JsonObject();
      add(section, sections);
      if (!main) {
        others.add(section);
      }
      main = false;
    }
    pooled.add("other_caches", others);
    pooled.add("left_out", new JsonArray());
    results.stream()
        .flatMap(result -> elements(result, "left_out").stream())
        .distinct()
        .forEach(pooled.getAsJsonArray("left_out")::add);
    pooled.add("excluded", excluded(results));
    return pooled;
  }

  /** The excluded runs. Their numbers are those of their own results, which the reason names. */
  private static JsonArray excluded(List<JsonObject> results) {
    JsonArray excluded = new JsonArray();
    for (JsonObject result : results) {
      for (JsonElement element : elements(result, "excluded")) {
        JsonObject run = element.getAsJsonObject();
        run.addProperty(
            "reason",
            "%s (of the results from %s)"
                .formatted(ResultsJson.text(run, "reason"), ResultsJson.text(result, "start")));
        excluded.add(run);
      }
    }
    return excluded;
  }

  private static JsonArray sources(List<JsonObject> results) {
    JsonArray sources = new JsonArray();
    for (JsonObject result : results) {
      JsonObject source = new JsonObject();
      for (String field : List.of("start", "seed", "compactions", "repeat")) {
        source.add(field, result.get(field));
      }
      source.add(Machine.BUILD, result.getAsJsonObject("machine").get(Machine.BUILD));
      sources.add(source);
    }
    return sources;
  }

  /** The sections by cache and variant, in their order. */
  private static Iterable<List<JsonObject>> sections(List<JsonObject> results) {
    Map<String, List<JsonObject>> sections = new LinkedHashMap<>();
    for (JsonObject result : results) {
      List<JsonObject> own = new ArrayList<>(List.of(result));
      elements(result, "other_caches").forEach(other -> own.add(other.getAsJsonObject()));
      for (JsonObject section : own) {
        String key = section.get("cache_factor").getAsString() + ResultsJson.variant(section);
        sections.computeIfAbsent(key, k -> new ArrayList<>()).add(section);
      }
    }
    return sections.values();
  }

  /** Adds what sections of one cache and variant have together. */
  private void add(JsonObject to, List<JsonObject> sections) {
    JsonObject first = sections.get(0);
    OF_SECTION.forEach(field -> to.add(field, first.get(field)));
    Map<Strategy, JsonArray> runs = new LinkedHashMap<>();
    for (JsonObject section : sections) {
      for (JsonElement element : section.getAsJsonArray("strategies")) {
        JsonObject strategy = element.getAsJsonObject();
        JsonArray all =
            runs.computeIfAbsent(
                Strategy.valueOf(strategy.get("name").getAsString()), s -> new JsonArray());
        for (JsonElement run : strategy.getAsJsonArray("runs")) {
          run.getAsJsonObject().addProperty("repeat", all.size() + 1);
          all.add(run);
        }
      }
    }
    JsonArray strategies = new JsonArray();
    double cacheFactor = number(first, "cache_factor");
    runs.forEach(
        (strategy, all) -> strategies.add(StrategyJson.of(strategy, cacheFactor, all, operations)));
    to.add("strategies", strategies);
  }

  private static void requirePoolable(int number, JsonObject first, JsonObject result) {
    if (result.has("sets") || !result.has("other_caches")) {
      throw new IllegalArgumentException(
          "results %d: experiment %s: expected one with cache sizes, such as fig7"
              .formatted(number, ResultsJson.text(result, "experiment")));
    }
    String experiment = ResultsJson.text(first, "experiment");
    if (!ResultsJson.text(result, "experiment").equals(experiment)) {
      throw new IllegalArgumentException(
          "results %d: experiment %s: expected %s, as in the first"
              .formatted(number, ResultsJson.text(result, "experiment"), experiment));
    }
    JsonObject alike = new JsonObject();
    result.entrySet().forEach(entry -> alike.add(entry.getKey(), entry.getValue()));
    alike.remove("compactions"); // pooled figures are of each compaction
    if (first.has("compactions")) {
      alike.add("compactions", first.get("compactions"));
    }
    ComparedSettings settings = ComparedSettings.of(first, alike);
    if (settings.figuresDiffer()) {
      throw new IllegalArgumentException(
          "results %d: other settings than the first: %s"
              .formatted(number, String.join("; ", settings.differences())));
    }
    for (List<JsonObject> sections : sections(List.of(result))) {
      for (JsonElement strategy : sections.get(0).getAsJsonArray("strategies")) {
        for (JsonElement run : strategy.getAsJsonObject().getAsJsonArray("runs")) {
          if (!run.getAsJsonObject().has("measured")) {
            throw new IllegalArgumentException(
                "results %d: %s has no latencies of its compactions: expected results of this"
                        .formatted(number, strategy.getAsJsonObject().get("name").getAsString())
                    + " version");
          }
        }
      }
    }
  }

  private static List<JsonElement> elements(JsonObject json, String array) {
    return json.has(array) ? json.getAsJsonArray(array).asList() : List.of();
  }

  private static double number(JsonObject json, String name) {
    JsonElement value = json.get(name);
    return value == null ? 0 : value.getAsDouble();
  }
}
