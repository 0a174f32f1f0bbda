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
  private static final String MEASURED = "scale_out";
  private static final FigureColumn SERVERS =
      new FigureColumn("compaction servers", "compaction_servers", "%.0f");
  private static final List<FigureColumn> QUEUE =
      List.of(
          new FigureColumn("wait p50 s", "wait_p50_s", "%,.1f"),
          new FigureColumn("wait p99 s", "wait_p99_s", "%,.1f"),
          new FigureColumn("waiting", "waiting", "%,.1f"),
          new FigureColumn("compaction p50 s", "compaction_p50_s", "%,.1f"),
          new FigureColumn("per minute", "compactions_per_minute", "%,.1f"),
          new FigureColumn("busy", "busy", "%.2f"));
  private static final List<FigureColumn> SIMULATED =
      List.of(
          new FigureColumn("wait p50 s", "wait_p50_s", "%,.1f"),
          new FigureColumn("waiting", "waiting", "%,.1f"),
          new FigureColumn("per minute", "compactions_per_minute", "%,.1f"));

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
        rows.put(
            "%s region servers, %.0f compaction servers"
                .formatted(
                    cluster.get("region_servers").getAsString(),
                    part.get("compaction_servers").getAsDouble()),
            FigureColumn.medians(
                measuredColumns(results), part, cluster.get("runs_counted").getAsInt()));
      }
    }
    return rows;
  }

  private static List<FigureColumn> measuredColumns(JsonObject results) {
    List<FigureColumn> columns = new ArrayList<>(QUEUE);
    for (String operation : Operations.compared(results)) {
      columns.add(new FigureColumn(operation + " ms", operation + "_mean_ms", "%,.2f"));
      columns.add(new FigureColumn(operation + " p99 ms", operation + "_p99_ms", "%,.1f"));
    }
    return columns;
  }

  /** The table of simulated clusters. */
  static ScaleOutTable simulated(JsonObject results) {
    return of(results, "simulated", SIMULATED);
  }

  private static ScaleOutTable of(JsonObject results, String clusters, List<FigureColumn> columns) {
    List<List<String>> rows = new ArrayList<>();
    List<String> titles = new ArrayList<>(List.of("region servers", SERVERS.title()));
    columns.forEach(column -> titles.add(column.title()));
    rows.add(titles);
    for (JsonElement element : results.getAsJsonArray(clusters)) {
      JsonObject cluster = element.getAsJsonObject();
      for (JsonElement each : cluster.getAsJsonArray("parts")) {
        JsonObject part = each.getAsJsonObject();
        List<String> row = new ArrayList<>();
        row.add(cluster.get("region_servers").getAsString());
        row.add(SERVERS.cell(part));
        for (FigureColumn column : columns) {
          row.add(column.cell(part));
        }
        rows.add(row);
      }
    }
    return new ScaleOutTable(rows);
  }
}
