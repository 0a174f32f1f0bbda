// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import io.lighter.benchmarks.experiment.Phase;
import io.lighter.benchmarks.experiment.PhaseTimes;
import io.lighter.benchmarks.experiment.ServerSample;
import io.lighter.benchmarks.experiment.StorePrices;
import io.lighter.benchmarks.experiment.StoreTraffic;
import io.lighter.benchmarks.experiment.TimeSpan;
import io.lighter.benchmarks.experiment.TrialResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/**
 * Requests to the object store in spans of a trial, the field {@code object_store} of a run and of
 * a strategy: medians over the compactions, and then over the runs. The spans are the phases,
 * {@link MeasuredCompaction#WINDOW} and {@link MeasuredCompaction#WHOLE}.
 */
final class StoreTrafficJson {
  /** The field. */
  static final String FIELD = "object_store";

  /** Field of the costs of a span; missing without prices. */
  static final String COST = "cost";

  private static final List<String> READS = List.of("gets", "heads");
  private static final List<String> WRITES = List.of("puts", "posts", "lists");
  private static final double MEGABYTE = 1024.0 * 1024.0;

  private StoreTrafficJson() {}

  /** The spans of a trial; empty if its cluster had no object store. */
  static Optional<JsonObject> of(TrialResult trial) {
    List<ServerSample> samples = trial.samples().samples();
    if (samples.isEmpty() || samples.get(samples.size() - 1).store().equals(StoreTraffic.NONE)) {
      return Optional.empty();
    }
    Map<String, List<JsonObject>> spans = new LinkedHashMap<>();
    for (PhaseTimes times : trial.compactions()) {
      spans(times)
          .forEach(
              (name, span) ->
                  trial
                      .samples()
                      .between(span.from(), span.to())
                      .ifPresent(
                          sample ->
                              spans
                                  .computeIfAbsent(name, n -> new ArrayList<>())
                                  .add(json(sample.store(), span))));
    }
    JsonObject json = new JsonObject();
    spans.forEach((name, each) -> json.add(name, Medians.of(each)));
    return Optional.of(json);
  }

  /** Medians over runs; empty if none of them has the field. */
  static Optional<JsonObject> pooled(List<JsonObject> runs) {
    List<JsonObject> stores =
        runs.stream().filter(run -> run.has(FIELD)).map(run -> run.getAsJsonObject(FIELD)).toList();
    if (stores.isEmpty()) {
      return Optional.empty();
    }
    JsonObject json = new JsonObject();
    for (String span : stores.get(0).keySet()) {
      json.add(
          span,
          Medians.of(
              stores.stream()
                  .filter(store -> store.has(span))
                  .map(store -> store.getAsJsonObject(span))
                  .toList()));
    }
    return Optional.of(json);
  }

  /** Adds the costs to each span of a strategy that has requests. */
  static void addCosts(JsonObject strategy, StorePrices prices) {
    if (!strategy.has(FIELD)) {
      return;
    }
    for (Map.Entry<String, JsonElement> span : strategy.getAsJsonObject(FIELD).entrySet()) {
      JsonObject figures = span.getValue().getAsJsonObject();
      figures.addProperty(COST, prices.cost(sum(figures, READS), sum(figures, WRITES)));
    }
  }

  private static double sum(JsonObject figures, List<String> fields) {
    return fields.stream().mapToDouble(field -> figures.get(field).getAsDouble()).sum();
  }

  private static Map<String, TimeSpan> spans(PhaseTimes times) {
    Map<String, TimeSpan> spans = new LinkedHashMap<>();
    for (Phase phase : Phase.values()) {
      spans.put(phase.label(), times.measured(phase));
    }
    spans.put(MeasuredCompaction.WINDOW, times.fixedWindow());
    spans.put(MeasuredCompaction.WHOLE, times.withFixedWindow());
    return spans;
  }

  private static JsonObject json(StoreTraffic traffic, TimeSpan span) {
    JsonObject json = new JsonObject();
    json.addProperty("seconds", Rounding.round(span.seconds()));
    json.addProperty("gets", traffic.gets());
    json.addProperty("heads", traffic.heads());
    json.addProperty("lists", traffic.lists());
    json.addProperty("puts", traffic.puts());
    json.addProperty("posts", traffic.posts());
    json.addProperty("deletes", traffic.deletes());
    json.addProperty("read_mb", Rounding.round(traffic.bytesRead() / MEGABYTE));
    json.addProperty("written_mb", Rounding.round(traffic.bytesWritten() / MEGABYTE));
    return json;
  }
}
