// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import io.lighter.benchmarks.experiment.ClusterKind;
import io.lighter.benchmarks.experiment.ClusterVariant;
import io.lighter.benchmarks.experiment.ExperimentResult;
import io.lighter.benchmarks.experiment.ExperimentSettings;
import io.lighter.benchmarks.experiment.Strategy;
import io.lighter.benchmarks.experiment.TrialResult;
import io.lighter.benchmarks.experiment.WarmupEnd;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.apache.hbase.thirdparty.com.google.gson.Gson;
import org.apache.hbase.thirdparty.com.google.gson.GsonBuilder;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.com.google.gson.JsonParseException;

/**
 * The format of {@code results.json}; docs/results/benchmarks.md describes each field. Readers
 * refuse versions newer than {@link #VERSION}; new fields do not require a new version.
 */
public final class ResultsJson {
  /** Version of the format. */
  public static final int VERSION = 1;

  /** Value of {@code format}. */
  public static final String FORMAT = "lighter-experiment";

  private static final Gson GSON =
      new GsonBuilder().serializeNulls().setPrettyPrinting().disableHtmlEscaping().create();

  /** Cache factor from which the data fits, as in the paper's main case. */
  private static final double FITS = 1;

  private ResultsJson() {}

  /** All figures of an experiment. */
  public static JsonObject of(ExperimentResult result) {
    JsonObject json = header(result);
    List<ClusterKind> clusters = result.settings().clusters();
    addStrategies(json, result, clusters.get(0));
    JsonArray others = new JsonArray();
    for (ClusterKind cluster : clusters.subList(1, clusters.size())) {
      JsonObject other = new JsonObject();
      addStrategies(other, result, cluster);
      others.add(other);
    }
    json.add("other_caches", others);
    json.add("left_out", leftOut(result.settings()));
    json.add("excluded", excluded(result));
    return json;
  }

  /** Description and settings of the experiment. */
  static JsonObject header(ExperimentResult result) {
    ExperimentSettings settings = result.settings();
    JsonObject json = new JsonObject();
    json.addProperty("format", FORMAT);
    json.addProperty("version", VERSION);
    json.addProperty("experiment", settings.experiment());
    json.addProperty("title", settings.title());
    json.addProperty("profile", settings.profile().name());
    json.addProperty("quick", settings.quick());
    json.addProperty("scale", settings.scale());
    json.addProperty("repeat", settings.repeat());
    json.addProperty("compactions", settings.compactions());
    json.addProperty("seed", settings.seed());
    settings
        .prices()
        .ifPresent(
            prices -> {
              json.addProperty("price_read", prices.perThousandReads());
              json.addProperty("price_write", prices.perThousandWrites());
            });
    json.addProperty("trials_left", result.trialsLeft());
    json.addProperty("start", result.start().truncatedTo(ChronoUnit.SECONDS).toString());
    json.addProperty("minutes", Rounding.round(result.duration().toSeconds() / 60.0));
    json.add("machine", GSON.toJsonTree(result.machine()));
    json.add("isolation", GSON.toJsonTree(result.isolation()));
    json.add("workload", GSON.toJsonTree(result.workload()));
    json.addProperty("warmup_end_rule", WarmupEnd.inWords());
    json.add("operations", GSON.toJsonTree(result.operations()));
    return json;
  }

  /** Adds the size of the cache. */
  static void addCache(JsonObject json, double cacheFactor) {
    json.addProperty("cache_factor", cacheFactor);
    json.addProperty("data_fits_cache", cacheFactor > FITS);
  }

  /**
   * Label of the variant of a section, or of an excluded run. Results without the field were
   * written before variants existed.
   */
  static String variant(JsonObject section) {
    JsonElement variant = section.get("variant");
    return variant == null ? ClusterVariant.DEFAULT.label() : variant.getAsString();
  }

  /** Whether the section, or the excluded run, has the default cluster. */
  static boolean isDefaultVariant(JsonObject section) {
    return variant(section).equals(ClusterVariant.DEFAULT.label());
  }

  /** The document as text. */
  public static String write(JsonObject json) {
    return GSON.toJson(json) + System.lineSeparator();
  }

  /**
   * Reads a file, or the {@code results.json} of a folder.
   *
   * @throws IOException naming the file, if it is missing, not JSON, or has another format
   */
  public static JsonObject read(Path path) throws IOException {
    Path file = Files.isDirectory(path) ? path.resolve("results.json") : path;
    try {
      JsonObject json = GSON.fromJson(Files.readString(file), JsonObject.class);
      requireFormat(file, json == null ? new JsonObject() : json);
      return json;
    } catch (NoSuchFileException e) {
      throw new IOException(file + ": no such file; expected the results of an experiment", e);
    } catch (JsonParseException | CharacterCodingException e) {
      throw new IOException(file + ": not JSON", e);
    }
  }

  private static void requireFormat(Path file, JsonObject json) throws IOException {
    String format = text(json, "format");
    if (!format.equals(FORMAT)) {
      throw new IOException(
          "%s: not the results of an experiment: format = %s: expected %s"
              .formatted(file, format, FORMAT));
    }
    String version = text(json, "version");
    if (!version.matches("[1-9]\\d{0,8}") || Integer.parseInt(version) > VERSION) {
      throw new IOException(
          "%s: version = %s: expected %d, the newest that this program reads"
              .formatted(file, version, VERSION));
    }
  }

  /** A field as text; "none" if the field is missing or has fields of its own. */
  static String text(JsonObject json, String field) {
    JsonElement value = json.get(field);
    return value != null && value.isJsonPrimitive() ? value.getAsString() : "none";
  }

  /**
   * Trials that were still to come when the results were written. Results without the field were
   * written at the end of their experiment, before interim results existed.
   */
  static int trialsLeft(JsonObject results) {
    JsonElement left = results.get("trials_left");
    return left == null ? 0 : left.getAsInt();
  }

  private static void addStrategies(JsonObject json, ExperimentResult result, ClusterKind cluster) {
    addCache(json, cluster.cacheFactor());
    json.addProperty("variant", cluster.variant().label());
    json.addProperty("variant_title", cluster.variant().title());
    JsonArray strategies = new JsonArray();
    for (Strategy strategy : result.settings().strategies(cluster)) {
      List<TrialResult> trials =
          result.trials().stream()
              .filter(t -> t.strategy() == strategy && t.cluster().equals(cluster))
              .toList();
      JsonObject figures = strategy(strategy, trials, result.operations());
      result.settings().prices().ifPresent(prices -> StoreTrafficJson.addCosts(figures, prices));
      strategies.add(figures);
    }
    json.add("strategies", strategies);
  }

  /** Figures over a strategy's valid trials, and each of its runs. */
  static JsonObject strategy(Strategy strategy, List<TrialResult> trials, List<String> operations) {
    JsonArray runs = new JsonArray();
    trials.forEach(trial -> runs.add(TrialJson.of(trial, operations)));
    double cacheFactor = trials.isEmpty() ? 0 : trials.get(0).cacheFactor();
    return StrategyJson.of(strategy, cacheFactor, runs, operations);
  }

  private static JsonArray excluded(ExperimentResult result) {
    JsonArray excluded = new JsonArray();
    for (TrialResult trial : result.trials()) {
      if (!trial.isValid()) {
        excluded.add(
            excluded(
                trial.strategy(),
                trial.cluster(),
                trial.repeat(),
                String.join("; ", trial.failures())));
      }
    }
    for (ExperimentResult.Broken broken : result.broken()) {
      excluded.add(excluded(broken.strategy(), broken.cluster(), broken.repeat(), broken.reason()));
    }
    return excluded;
  }

  private static JsonObject excluded(
      Strategy strategy, ClusterKind cluster, int repeat, String reason) {
    JsonObject json = new JsonObject();
    json.addProperty("name", strategy.name());
    json.addProperty("cache_factor", cluster.cacheFactor());
    json.addProperty("variant", cluster.variant().label());
    json.addProperty("repeat", repeat);
    json.addProperty("reason", reason);
    return json;
  }

  /** Strategies that a variant leaves out, and why. */
  private static JsonArray leftOut(ExperimentSettings settings) {
    JsonArray leftOut = new JsonArray();
    for (ClusterVariant variant : settings.variants()) {
      List<Strategy> strategies = settings.leftOut(variant);
      if (!strategies.isEmpty()) {
        JsonObject json = new JsonObject();
        json.addProperty("variant", variant.label());
        json.add("strategies", GSON.toJsonTree(strategies.stream().map(Strategy::name).toList()));
        json.addProperty("reason", variant.reason());
        leftOut.add(json);
      }
    }
    return leftOut;
  }
}
