// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.cli.command.TextTable;
import io.lighter.cli.command.Units;
import io.lighter.engine.advise.Advice;
import io.lighter.engine.advise.Evidence;
import io.lighter.engine.advise.Forecast;
import io.lighter.engine.advise.SimulatedEngine;
import io.lighter.engine.advise.StoreSimulation;
import io.lighter.engine.advise.StoreWorkload;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.hadoop.hbase.TableName;
import org.apache.hbase.thirdparty.com.google.gson.Gson;
import org.apache.hbase.thirdparty.com.google.gson.GsonBuilder;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonNull;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.com.google.gson.JsonPrimitive;

/**
 * An advice with its figures, as text and as JSON; {@code docs/reference/json.md} documents the
 * names.
 *
 * @param evidence what the advice rests on, with a simulation of what was measured
 */
record AdviseReport(TableName table, AdviseInputs inputs, Evidence evidence, Advice advice) {
  private static final Gson GSON = new GsonBuilder().setPrettyPrinting().serializeNulls().create();
  private static final String UNKNOWN = "?";

  /** Simulates all engines, and the running one with the writes that were measured. */
  static AdviseReport of(TableName table, AdviseInputs inputs) {
    List<Forecast> forecasts =
        Arrays.stream(SimulatedEngine.values())
            .map(engine -> StoreSimulation.play(engine, inputs.workload(), inputs.options()))
            .toList();
    StoreWorkload history = inputs.history();
    Optional<Double> simulated =
        inputs
            .running()
            .map(engine -> StoreSimulation.play(engine, history, inputs.options()))
            .map(Forecast::writeAmplification);
    Evidence evidence =
        new Evidence(
            inputs.covered(),
            (double) history.writtenBytes() / history.flushBytes(),
            optional(inputs.measured().write()),
            optional(simulated),
            inputs.expires(),
            inputs.notMeasured());
    return new AdviseReport(
        table, inputs, evidence, Advice.of(forecasts, inputs.workload(), inputs.reads(), evidence));
  }

  private static OptionalDouble optional(Optional<Double> value) {
    return value.isPresent() ? OptionalDouble.of(value.get()) : OptionalDouble.empty();
  }

  /** The advice as text, ended by a feed. */
  String text() {
    StringBuilder text = new StringBuilder();
    text.append(
        "advice for %s: %s (confidence: %s)%n"
            .formatted(table, advice.engine().tag(), advice.confidence().tag()));
    appendList(text, "reasons:", advice.reasons());
    String tag = advice.engine().tag();
    if (EngineName.byTag(tag).filter(EngineName::isOwn).isPresent()) {
      text.append("- ").append(EngineEnableCommand.PREVIEW.formatted(tag)).append('\n');
    }
    appendList(text, "doubts:", advice.doubts());
    StoreWorkload workload = inputs.workload();
    text.append(
        "%nsimulated, not measured: a store of %s of family %s gets %d flushes of %s in %s%n"
            .formatted(
                Units.bytes(workload.storeBytes()),
                inputs.family(),
                workload.flushes(),
                Units.bytes(workload.flushBytes()),
                Units.duration(Math.round(1000 * workload.seconds()))));
    text.append(figures());
    appendMeasured(text.append('\n'));
    appendList(text, "assumed:", inputs.assumptions());
    return text.toString();
  }

  private static void appendList(StringBuilder text, String title, List<String> sentences) {
    if (!sentences.isEmpty()) {
      text.append(title).append('\n');
      sentences.forEach(sentence -> text.append("- ").append(sentence).append('\n'));
    }
  }

  private String figures() {
    TextTable figures =
        new TextTable(
            "ENGINE",
            "WRITE",
            "FILES/SCAN",
            "FILES/GET",
            "SPACE",
            "PEAK",
            "LARGEST JOB",
            "FILES",
            "COST",
            "NOT CHOSEN BECAUSE");
    for (Advice.Candidate each : advice.candidates()) {
      Forecast forecast = each.forecast();
      figures.add(
          forecast.engine().tag(),
          number(forecast.writeAmplification()),
          number(forecast.filesPerScan()),
          number(forecast.filesPerGet()),
          number(forecast.spaceAtRest()),
          number(forecast.spaceAtPeak()),
          Units.bytes(forecast.largestJobBytes()),
          Integer.toString(forecast.files()),
          number(100 * each.seconds()) + " %",
          each.unfit().orElse("-"));
    }
    return figures.render();
  }

  private void appendMeasured(StringBuilder text) {
    TableStores.Sums sums = inputs.measured();
    text.append(
        "measured in %s, %s: write amplification %s, sorted runs %s, space amplification %s%n"
            .formatted(
                Units.duration(inputs.covered().toMillis()),
                inputs.running().map(SimulatedEngine::tag).orElse("several or unknown engines"),
                sums.write().map(AdviseReport::number).orElse(UNKNOWN),
                sums.read().map(AdviseReport::number).orElse(UNKNOWN),
                sums.space().map(AdviseReport::number).orElse(UNKNOWN)));
    text.append("simulated for the same writes: write amplification ");
    text.append(
        evidence.simulatedWrites().isPresent()
            ? number(evidence.simulatedWrites().getAsDouble())
            : UNKNOWN);
    evidence
        .deviation()
        .ifPresent(
            deviation -> text.append(String.format(Locale.ROOT, " (%+.0f %%)", 100 * deviation)));
    text.append('\n');
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }

  /** What {@link #text} says, as one JSON object without a final line feed. */
  String json() {
    JsonArray engines = new JsonArray();
    advice.candidates().forEach(each -> engines.add(json(each)));
    StoreWorkload workload = inputs.workload();
    JsonObject store = new JsonObject();
    store.addProperty("family", inputs.family());
    store.addProperty("bytes", workload.storeBytes());
    store.addProperty("flush_bytes", workload.flushBytes());
    store.addProperty("flushes", workload.flushes());
    store.addProperty("flushed_bytes_per_second", workload.bytesPerSecond());
    store.addProperty("overwrites", workload.overwrites());
    store.addProperty("key_order", workload.order().name().toLowerCase(Locale.ROOT));
    store.addProperty("rows_read_per_second", inputs.reads().rowsPerSecond());
    store.add("scans", orNull(inputs.reads().scans()));
    store.addProperty("cached", inputs.reads().cached());
    store.addProperty("device", inputs.reads().device().tag());
    JsonObject measured = new JsonObject();
    measured.addProperty("covered_ms", inputs.covered().toMillis());
    measured.add(
        "engine",
        EngineReport.orNull(inputs.running().map(SimulatedEngine::tag).map(JsonPrimitive::new)));
    measured.add("write_amplification", orNull(evidence.measuredWrites()));
    measured.add("simulated_write_amplification", orNull(evidence.simulatedWrites()));
    JsonObject json = new JsonObject();
    json.addProperty("table", table.getNameAsString());
    json.addProperty("engine", advice.engine().tag());
    json.addProperty("confidence", advice.confidence().tag());
    json.add("reasons", EngineReport.strings(advice.reasons()));
    json.add("doubts", EngineReport.strings(advice.doubts()));
    json.add("engines", engines);
    json.add("store", store);
    json.add("measured", measured);
    json.add("assumptions", EngineReport.strings(inputs.assumptions()));
    json.add("not_measured", EngineReport.strings(inputs.notMeasured()));
    return GSON.toJson(json);
  }

  private static JsonObject json(Advice.Candidate candidate) {
    Forecast forecast = candidate.forecast();
    JsonObject json = new JsonObject();
    json.addProperty("engine", forecast.engine().tag());
    json.addProperty("write_amplification", forecast.writeAmplification());
    json.addProperty("files_per_scan", forecast.filesPerScan());
    json.addProperty("files_per_get", forecast.filesPerGet());
    json.addProperty("space_amplification", forecast.spaceAtRest());
    json.addProperty("peak_space_amplification", forecast.spaceAtPeak());
    json.addProperty("largest_job_bytes", forecast.largestJobBytes());
    json.addProperty("files", forecast.files());
    json.addProperty("write_device_share", candidate.writeSeconds());
    json.addProperty("read_device_share", candidate.readSeconds());
    Optional<JsonPrimitive> unfit = candidate.unfit().map(JsonPrimitive::new);
    json.add("unfit", EngineReport.orNull(unfit));
    return json;
  }

  private static JsonElement orNull(OptionalDouble value) {
    return value.isPresent() ? new JsonPrimitive(value.getAsDouble()) : JsonNull.INSTANCE;
  }
}
