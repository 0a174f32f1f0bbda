// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.cli.command.TextTable;
import io.lighter.cli.command.Units;
import io.lighter.engine.advise.Advice;
import io.lighter.engine.advise.Confidence;
import io.lighter.engine.advise.Evidence;
import io.lighter.engine.advise.Forecast;
import io.lighter.engine.advise.SimulatedEngine;
import io.lighter.engine.advise.StoreSimulation;
import io.lighter.engine.advise.StoreWorkload;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
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
 * @param others the advice without the forest engine
 * @param forest the forest engine, which may be chosen instead
 */
record AdviseReport(
    TableName table, AdviseInputs inputs, Evidence evidence, Advice others, ForestChoice forest) {
  private static final Gson GSON = new GsonBuilder().setPrettyPrinting().serializeNulls().create();
  private static final String UNKNOWN = "?";

  /**
   * A simulated engine with its cost.
   *
   * @param unfit why it is not chosen; empty if it can be
   */
  private record Row(
      String engine,
      StoreFigures figures,
      double writeSeconds,
      double readSeconds,
      Optional<String> unfit) {
    double seconds() {
      return writeSeconds + readSeconds;
    }
  }

  /** Simulates all engines, and the running one with the writes that were measured. */
  static AdviseReport of(TableName table, AdviseInputs inputs) {
    List<Forecast> forecasts =
        Arrays.stream(SimulatedEngine.values())
            .map(engine -> StoreSimulation.play(engine, inputs.workload(), inputs.options()))
            .toList();
    StoreWorkload history = inputs.history();
    Optional<Double> simulated =
        inputs.running().map(engine -> play(engine, history, inputs)).map(StoreFigures::writes);
    Evidence evidence =
        new Evidence(
            inputs.covered(),
            (double) history.writtenBytes() / history.flushBytes(),
            optional(inputs.measured().write()),
            optional(simulated),
            inputs.expires(),
            inputs.notMeasured());
    Advice others = Advice.of(forecasts, inputs.workload(), inputs.reads(), evidence);
    StoreFigures forest = play(EngineName.FOREST.tag(), inputs.workload(), inputs);
    return new AdviseReport(
        table, inputs, evidence, others, ForestChoice.of(forest, others, inputs, evidence));
  }

  private static StoreFigures play(String engine, StoreWorkload workload, AdviseInputs inputs) {
    if (engine.equals(EngineName.FOREST.tag())) {
      return ForestSimulation.play(workload, inputs.forest(), inputs.options().majorMillis());
    }
    SimulatedEngine named =
        Arrays.stream(SimulatedEngine.values())
            .filter(each -> each.tag().equals(engine))
            .findFirst()
            .orElseThrow();
    return StoreFigures.of(StoreSimulation.play(named, workload, inputs.options()));
  }

  private String engine() {
    return forest.isChosen() ? EngineName.FOREST.tag() : others.engine().tag();
  }

  private Confidence confidence() {
    return forest.isChosen() ? forest.confidence() : others.confidence();
  }

  private List<String> reasons() {
    return forest.isChosen() ? forest.reasons() : others.reasons();
  }

  private List<String> doubts() {
    return forest.isChosen() ? forest.doubts() : others.doubts();
  }

  /** All simulated engines, the cheapest first. */
  private List<Row> rows() {
    Row ofForest =
        new Row(
            EngineName.FOREST.tag(),
            forest.figures(),
            forest.writeSeconds(),
            forest.readSeconds(),
            forest.unfit());
    return Stream.concat(others.candidates().stream().map(AdviseReport::row), Stream.of(ofForest))
        .sorted(Comparator.comparingDouble(Row::seconds))
        .toList();
  }

  private static Row row(Advice.Candidate candidate) {
    return new Row(
        candidate.forecast().engine().tag(),
        StoreFigures.of(candidate.forecast()),
        candidate.writeSeconds(),
        candidate.readSeconds(),
        candidate.unfit());
  }

  private static OptionalDouble optional(Optional<Double> value) {
    return value.isPresent() ? OptionalDouble.of(value.get()) : OptionalDouble.empty();
  }

  /** The advice as text, ended by a feed. */
  String text() {
    StringBuilder text = new StringBuilder();
    text.append(
        "advice for %s: %s (confidence: %s)%n".formatted(table, engine(), confidence().tag()));
    appendList(text, "reasons:", reasons());
    if (EngineName.byTag(engine()).filter(EngineName::isOwn).isPresent()) {
      text.append("- ").append(EngineEnableCommand.PREVIEW.formatted(engine())).append('\n');
    }
    appendList(text, "doubts:", doubts());
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
    for (Row each : rows()) {
      StoreFigures simulated = each.figures();
      figures.add(
          each.engine(),
          number(simulated.writes()),
          number(simulated.filesPerScan()),
          number(simulated.filesPerGet()),
          number(simulated.spaceAtRest()),
          number(simulated.spaceAtPeak()),
          Units.bytes(simulated.largestJobBytes()),
          Integer.toString(simulated.files()),
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
                inputs.running().orElse("several or unknown engines"),
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
    rows().forEach(each -> engines.add(json(each)));
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
    measured.add("engine", EngineReport.orNull(inputs.running().map(JsonPrimitive::new)));
    measured.add("write_amplification", orNull(evidence.measuredWrites()));
    measured.add("simulated_write_amplification", orNull(evidence.simulatedWrites()));
    JsonObject json = new JsonObject();
    json.addProperty("table", table.getNameAsString());
    json.addProperty("engine", engine());
    json.addProperty("confidence", confidence().tag());
    json.add("reasons", EngineReport.strings(reasons()));
    json.add("doubts", EngineReport.strings(doubts()));
    json.add("engines", engines);
    json.add("store", store);
    json.add("measured", measured);
    json.add("assumptions", EngineReport.strings(inputs.assumptions()));
    json.add("not_measured", EngineReport.strings(inputs.notMeasured()));
    return GSON.toJson(json);
  }

  private static JsonObject json(Row row) {
    StoreFigures figures = row.figures();
    JsonObject json = new JsonObject();
    json.addProperty("engine", row.engine());
    json.addProperty("write_amplification", figures.writes());
    json.addProperty("files_per_scan", figures.filesPerScan());
    json.addProperty("files_per_get", figures.filesPerGet());
    json.addProperty("space_amplification", figures.spaceAtRest());
    json.addProperty("peak_space_amplification", figures.spaceAtPeak());
    json.addProperty("largest_job_bytes", figures.largestJobBytes());
    json.addProperty("files", figures.files());
    json.addProperty("write_device_share", row.writeSeconds());
    json.addProperty("read_device_share", row.readSeconds());
    json.add("unfit", EngineReport.orNull(row.unfit().map(JsonPrimitive::new)));
    return json;
  }

  private static JsonElement orNull(OptionalDouble value) {
    return value.isPresent() ? new JsonPrimitive(value.getAsDouble()) : JsonNull.INSTANCE;
  }
}
