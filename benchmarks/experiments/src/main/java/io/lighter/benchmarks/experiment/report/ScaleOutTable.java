// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/** The figures of Figure 9, a row for each cluster and number of compaction servers. */
record ScaleOutTable(List<List<String>> rows) {
  /** A column: title, field of a part, and format. */
  private record Column(String title, String field, String format) {}

  private static final String MEASURED = "scale_out";
  private static final List<Column> QUEUE =
      List.of(
          new Column("wait p50 s", "wait_p50_s", "%,.1f"),
          new Column("wait p99 s", "wait_p99_s", "%,.1f"),
          new Column("waiting", "waiting", "%,.1f"),
          new Column("compaction p50 s", "compaction_p50_s", "%,.1f"),
          new Column("per minute", "compactions_per_minute", "%,.1f"),
          new Column("busy", "busy", "%.2f"));
  private static final List<Column> SIMULATED =
      List.of(
          new Column("wait p50 s", "wait_p50_s", "%,.1f"),
          new Column("waiting", "waiting", "%,.1f"),
          new Column("per minute", "compactions_per_minute", "%,.1f"));

  /** The table of this machine's clusters. */
  static ScaleOutTable measured(JsonObject results) {
    return of(results, MEASURED, measuredColumns(results));
  }

  /** The figures of {@link #measured} by field, for each row's description. */
  static Map<String, Map<String, ComparedFigure>> figures(JsonObject results) {
    Map<String, Map<String, ComparedFigure>> rows = new LinkedHashMap<>();
    for (JsonElement element : results.getAsJsonArray(MEASURED)) {
      JsonObject cluster = element.getAsJsonObject();
      for (JsonElement each : cluster.getAsJsonArray("parts")) {
        JsonObject part = each.getAsJsonObject();
        Map<String, ComparedFigure> figures = new LinkedHashMap<>();
        for (Column column : measuredColumns(results)) {
          JsonElement value = part.get(column.field());
          if (value != null && !value.isJsonNull()) {
            figures.put(
                column.field(),
                ComparedFigure.median(value.getAsDouble(), cluster.get("runs_counted").getAsInt()));
          }
        }
        rows.put(
            "%s region servers, %.0f compaction servers"
                .formatted(
                    cluster.get("region_servers").getAsString(),
                    part.get("compaction_servers").getAsDouble()),
            figures);
      }
    }
    return rows;
  }

  private static List<Column> measuredColumns(JsonObject results) {
    List<Column> columns = new ArrayList<>(QUEUE);
    for (String operation : Operations.compared(results)) {
      columns.add(new Column(operation + " ms", operation + "_mean_ms", "%,.2f"));
      columns.add(new Column(operation + " p99 ms", operation + "_p99_ms", "%,.1f"));
    }
    return columns;
  }

  /** The table of simulated clusters. */
  static ScaleOutTable simulated(JsonObject results) {
    return of(results, "simulated", SIMULATED);
  }

  private static ScaleOutTable of(JsonObject results, String clusters, List<Column> columns) {
    List<List<String>> rows = new ArrayList<>();
    List<String> titles = new ArrayList<>(List.of("region servers", "compaction servers"));
    columns.forEach(column -> titles.add(column.title()));
    rows.add(titles);
    for (JsonElement element : results.getAsJsonArray(clusters)) {
      JsonObject cluster = element.getAsJsonObject();
      for (JsonElement part : cluster.getAsJsonArray("parts")) {
        List<String> row = new ArrayList<>();
        row.add(cluster.get("region_servers").getAsString());
        row.add(ScaleOutJson.number(part, "compaction_servers", "%.0f"));
        for (Column column : columns) {
          row.add(ScaleOutJson.number(part, column.field(), column.format()));
        }
        rows.add(row);
      }
    }
    return new ScaleOutTable(rows);
  }
}
