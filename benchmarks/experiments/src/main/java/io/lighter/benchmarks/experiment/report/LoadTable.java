// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/**
 * The tables of loads. The first row of each has the titles. Where rows have groups, the name of a
 * row has its group.
 */
final class LoadTable {
  private static final List<FigureColumn> COLUMNS =
      List.of(
          new FigureColumn("load s", "load_s", "%,.0f"),
          new FigureColumn("scan ms", "scan_sent_mean_ms", "%,.2f"),
          new FigureColumn("p99 ms", "scan_sent_p99_ms", "%,.1f"),
          new FigureColumn("when due ms", "scan_mean_ms", "%,.2f"),
          new FigureColumn("get ms", "get_sent_mean_ms", "%,.2f"),
          new FigureColumn("get p99 ms", "get_sent_p99_ms", "%,.1f"),
          new FigureColumn("inserts/s", "insert_rate", "%,.0f"),
          new FigureColumn("gets/s", "get_rate", "%,.0f"),
          new FigureColumn("hits kept", "hits_kept", "%.3f"),
          new FigureColumn("p99 merging", "get_p99_beside_merges", "%.2f"),
          new FigureColumn("lost", "commits_lost", "%.2f"),
          new FigureColumn("insert ms", "insert_mean_ms", "%,.2f"),
          new FigureColumn("missed/scan", "blocks_per_scan", "%.2f"),
          new FigureColumn("missed/get", "blocks_per_get", "%.2f"),
          new FigureColumn("settled s", "settled_s", "%,.0f"),
          new FigureColumn("compacting", "compacting", "%.2f"),
          new FigureColumn("written", "write_amplification", "%.2f"),
          new FigureColumn("by formula", "write_amplification_by_formula", "%.3f"),
          new FigureColumn("advised", "advised_write_amplification", "%.2f"),
          new FigureColumn("flushes", "flushes", "%,.0f"),
          new FigureColumn("compactions", "compactions", "%,.0f"),
          new FigureColumn("offloaded", "compactions_offloaded", "%,.0f"),
          new FigureColumn("largest MB", "largest_compaction_mb", "%,.1f"),
          new FigureColumn("advised MB", "advised_largest_compaction_mb", "%,.1f"),
          new FigureColumn("space", "peak_space", "%.2f"),
          new FigureColumn("files", "files", "%,.0f"),
          new FigureColumn("most", "files_most", "%,.0f"),
          new FigureColumn("disturbed", "windows_disturbed", "%,.0f"),
          new FigureColumn("left out", "windows_left_out", "%,.0f"));

  private static final String NONE = "–";
  private static final String ALONE = "alone";

  private LoadTable() {}

  /** The figures of each row, without columns that no row has. */
  static List<List<String>> figures(JsonObject results) {
    List<FigureColumn> columns =
        COLUMNS.stream()
            .filter(
                column ->
                    results.getAsJsonArray("engines").asList().stream()
                        .anyMatch(it -> medians(it.getAsJsonObject()).has(column.field())))
            .toList();
    List<List<String>> rows = new ArrayList<>();
    List<String> titles = new ArrayList<>(List.of("engine", "runs"));
    columns.forEach(column -> titles.add(column.title()));
    rows.add(titles);
    for (JsonElement element : results.getAsJsonArray("engines")) {
      JsonObject engine = element.getAsJsonObject();
      List<String> row = new ArrayList<>();
      row.add(label(engine, "name"));
      row.add(engine.get("runs_counted").getAsString());
      for (FigureColumn column : columns) {
        row.add(column.cell(medians(engine)));
      }
      rows.add(row);
    }
    return rows;
  }

  /** The figures of {@link #figures} by field, for each engine. */
  static Map<String, Map<String, ComparedFigure>> compared(JsonObject results) {
    Map<String, Map<String, ComparedFigure>> rows = new LinkedHashMap<>();
    for (JsonElement element : results.getAsJsonArray("engines")) {
      JsonObject engine = element.getAsJsonObject();
      int runs = engine.get("runs_counted").getAsInt();
      rows.put(label(engine, "name"), FigureColumn.medians(COLUMNS, medians(engine), runs));
    }
    return rows;
  }

  /** The figures of some rows relative to the others, and alone where there is a bar. */
  static List<List<String>> ratios(JsonObject results) {
    List<String> titles = new ArrayList<>(List.of("engine, figure"));
    List<String> columns = new ArrayList<>();
    Map<String, Map<String, String>> cells = new LinkedHashMap<>();
    for (JsonElement element : results.getAsJsonArray("engines")) {
      String name = element.getAsJsonObject().get("name").getAsString();
      if (!columns.contains(name)) {
        columns.add(name);
      }
    }
    columns.add(ALONE);
    for (JsonElement element : results.getAsJsonArray("ratios")) {
      JsonObject ratio = element.getAsJsonObject();
      JsonElement against = ratio.get("against");
      String row = label(ratio, "engine") + ", " + ratio.get("title").getAsString();
      cells
          .computeIfAbsent(row, name -> new LinkedHashMap<>())
          .put(against.isJsonNull() ? ALONE : against.getAsString(), cell(ratio));
    }
    columns.removeIf(column -> cells.values().stream().noneMatch(row -> row.containsKey(column)));
    titles.addAll(columns);
    List<List<String>> rows = new ArrayList<>();
    rows.add(titles);
    cells.forEach(
        (name, ofRow) -> {
          List<String> row = new ArrayList<>(List.of(name));
          columns.forEach(column -> row.add(ofRow.getOrDefault(column, NONE)));
          rows.add(row);
        });
    return rows;
  }

  /**
   * Why figures of {@link #ratios} have no value, or not one of all runs; a sentence for all
   * figures with the same reason.
   */
  static List<String> notes(JsonObject results) {
    Map<List<String>, List<String>> titles = new LinkedHashMap<>();
    for (JsonElement element : results.getAsJsonArray("ratios")) {
      JsonObject ratio = element.getAsJsonObject();
      if (ratio.has("note")) {
        JsonElement against = ratio.get("against");
        String where =
            label(ratio, "engine")
                + (against.isJsonNull() ? "" : " against " + against.getAsString());
        titles
            .computeIfAbsent(
                List.of(where, ratio.get("note").getAsString()), key -> new ArrayList<>())
            .add(ratio.get("title").getAsString());
      }
    }
    List<String> notes = new ArrayList<>();
    if (results.has("better_baselines")) {
      results.getAsJsonArray("better_baselines").forEach(it -> notes.add(it.getAsString()));
    }
    titles.forEach(
        (key, figures) ->
            notes.add("%s (%s): %s".formatted(key.get(0), String.join("; ", figures), key.get(1))));
    return notes;
  }

  /** A value with its interval, the number of units, and the bar with its verdict. */
  private static String cell(JsonObject ratio) {
    if (ratio.get("value").isJsonNull()) {
      return ratio.has("verdict") ? NONE + ": " + ratio.get("verdict").getAsString() : NONE;
    }
    StringBuilder cell = new StringBuilder(number(ratio, "value"));
    if (ratio.has("low")) {
      cell.append(" [%s, %s]".formatted(number(ratio, "low"), number(ratio, "high")));
    }
    cell.append(" n=").append(ratio.get("n").getAsString());
    if (ratio.has("verdict")) {
      List<String> ends = new ArrayList<>();
      if (ratio.has("bar_low")) {
        ends.add("≥ " + number(ratio, "bar_low"));
      }
      if (ratio.has("bar")) {
        ends.add("≤ " + number(ratio, "bar"));
      }
      cell.append(", %s: ".formatted(String.join(" and ", ends)))
          .append(ratio.get("verdict").getAsString());
    }
    return cell.toString();
  }

  private static String number(JsonObject json, String field) {
    double value = json.get(field).getAsDouble();
    return String.format(Locale.ROOT, value < 10 ? "%.3g" : "%,.1f", value);
  }

  /** Medians of an engine's runs; empty without a run that counts. */
  private static JsonObject medians(JsonObject engine) {
    JsonElement figures = engine.get("figures");
    return figures.isJsonObject() ? figures.getAsJsonObject() : new JsonObject();
  }

  /** Name of a row, with its group if there are groups. */
  static String label(JsonObject json, String field) {
    String name = json.get(field).getAsString();
    return json.has("group") ? name + " " + json.get("group").getAsString() : name;
  }
}
