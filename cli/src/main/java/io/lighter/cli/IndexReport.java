// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.cli.command.TextTable;
import io.lighter.cli.command.Units;
import io.lighter.index.admin.BuildProgress;
import io.lighter.index.admin.CheckReport;
import io.lighter.index.admin.IndexInfo;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.TableName;
import org.apache.hbase.thirdparty.com.google.gson.Gson;
import org.apache.hbase.thirdparty.com.google.gson.GsonBuilder;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonNull;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/**
 * What the commands of {@code lighter index} print, as text and as JSON; {@code
 * docs/reference/json.md} documents the names. Stateless.
 */
final class IndexReport {
  private static final Gson GSON =
      new GsonBuilder().setPrettyPrinting().serializeNulls().disableHtmlEscaping().create();
  private static final Gson LINE = new GsonBuilder().disableHtmlEscaping().create();

  private IndexReport() {}

  static String text(IndexInfo info) {
    return "index %s of %s: %s%n"
            .formatted(info.name(), info.table(), info.problem().orElseGet(() -> info.state()))
        + "definition: %s%nindex table: %s%n"
            .formatted(info.definition().orElse("none"), info.indexTable());
  }

  static String text(List<IndexInfo> indexes) {
    TextTable table = new TextTable("TABLE", "INDEX", "STATE", "DEFINITION");
    for (IndexInfo info : indexes) {
      table.add(
          info.table().getNameAsString(),
          info.name(),
          info.state(),
          info.definition().orElse("none"));
    }
    return table.render();
  }

  static String text(IndexInfo.Status status, Optional<IndexCollection> collection) {
    String size =
        "size: %s in %s%n"
            .formatted(
                Units.bytes(status.indexBytes()),
                EngineReport.count(status.indexRegions(), "region"));
    String unobserved =
        status.unobserved().isEmpty()
            ? ""
            : "not reported by: %s (the observer is missing there, or the report is not in)%n"
                .formatted(String.join(", ", status.unobserved()));
    String progress =
        status.progress().map(each -> "build: %s%n".formatted(each.describe())).orElse("");
    String hold = status.hold().map("held: %s%n"::formatted).orElse("");
    String collected = collection.map(IndexCollection::text).orElse("");
    return text(status.index()) + hold + progress + size + unobserved + collected;
  }

  static String text(CheckReport report, boolean repair) {
    StringBuilder text = new StringBuilder();
    text.append("rows: %d, entries: %d%n".formatted(report.rows(), report.entries()));
    text.append(
        "missing: %d%s%n"
            .formatted(report.missing(), repair ? ", repaired: " + report.repairedMissing() : ""));
    text.append(
        "stale: %d%s (lookups drop them)%n"
            .formatted(report.stale(), repair ? ", removed: " + report.repairedStale() : ""));
    text.append("foreign: %d%n".formatted(report.foreign()));
    if (report.unsettled() > 0) {
      text.append(
          "not checked, since they changed all the time: %d rows%n".formatted(report.unsettled()));
    }
    report.examples().forEach(example -> text.append("  ").append(example).append('\n'));
    return text.append(report.isConsistent() ? "consistent\n" : "NOT CONSISTENT\n").toString();
  }

  /** A row on one line, without the line feed. */
  static String text(IndexedCluster.FoundRow row) {
    String cells =
        row.cells().entrySet().stream()
            .map(cell -> cell.getKey() + "=" + cell.getValue())
            .collect(Collectors.joining(", "));
    return "%s  row %s%s  %s"
        .formatted(String.join(", ", row.key()), row.row(), row.moved() ? " (moved)" : "", cells);
  }

  static String json(IndexInfo info) {
    return GSON.toJson(object(info));
  }

  static String json(List<IndexInfo> indexes) {
    JsonObject json = new JsonObject();
    json.add("indexes", objects(indexes));
    return GSON.toJson(json);
  }

  static String json(IndexInfo.Status status, Optional<IndexCollection> collection) {
    JsonObject json = object(status.index());
    json.addProperty("index_regions", status.indexRegions());
    json.addProperty("index_bytes", status.indexBytes());
    json.add("unobserved_servers", array(status.unobserved()));
    json.addProperty("hold", status.hold().orElse(null));
    json.add(
        "build", status.progress().<JsonElement>map(IndexReport::object).orElse(JsonNull.INSTANCE));
    json.add(
        "collection", collection.<JsonElement>map(IndexCollection::json).orElse(JsonNull.INSTANCE));
    return GSON.toJson(json);
  }

  static String json(CheckReport report) {
    JsonObject json = new JsonObject();
    json.addProperty("consistent", report.isConsistent());
    json.addProperty("rows", report.rows());
    json.addProperty("entries", report.entries());
    json.addProperty("missing", report.missing());
    json.addProperty("stale", report.stale());
    json.addProperty("foreign", report.foreign());
    json.addProperty("unsettled", report.unsettled());
    json.addProperty("repaired_missing", report.repairedMissing());
    json.addProperty("repaired_stale", report.repairedStale());
    json.add("examples", array(report.examples()));
    return GSON.toJson(json);
  }

  /** A row as JSON on one line. */
  static String json(IndexedCluster.FoundRow row) {
    JsonObject cells = new JsonObject();
    row.cells().forEach(cells::addProperty);
    JsonObject json = new JsonObject();
    json.addProperty("row", row.row());
    json.add("key", array(row.key()));
    json.addProperty("moved", row.moved());
    json.add("cells", cells);
    return LINE.toJson(json);
  }

  static String loaded(TableName table, String folder, boolean cancelled) {
    JsonObject json = new JsonObject();
    json.addProperty("table", table.getNameAsString());
    json.addProperty("folder", folder);
    json.addProperty("loaded", !cancelled);
    return GSON.toJson(json);
  }

  static String snapshot(TableName table, String snapshot, List<IndexInfo> indexes) {
    JsonObject json = new JsonObject();
    json.addProperty("table", table.getNameAsString());
    json.addProperty("snapshot", snapshot);
    json.add("indexes", objects(indexes));
    return GSON.toJson(json);
  }

  static String dropped(TableName table, String index) {
    JsonObject json = new JsonObject();
    json.addProperty("table", table.getNameAsString());
    json.addProperty("index", index);
    json.addProperty("dropped", true);
    return GSON.toJson(json);
  }

  private static JsonObject object(BuildProgress progress) {
    JsonObject json = new JsonObject();
    json.addProperty("id", progress.build());
    json.addProperty("step", progress.step().name());
    json.addProperty("done", progress.done());
    json.addProperty("all", progress.all());
    return json;
  }

  private static JsonObject object(IndexInfo info) {
    JsonObject json = new JsonObject();
    json.addProperty("table", info.table().getNameAsString());
    json.addProperty("index", info.name());
    json.addProperty("state", info.state());
    json.addProperty("definition", info.definition().orElse(null));
    json.addProperty("index_table", info.indexTable().getNameAsString());
    json.addProperty("problem", info.problem().orElse(null));
    return json;
  }

  private static JsonArray objects(List<IndexInfo> indexes) {
    JsonArray array = new JsonArray();
    indexes.forEach(info -> array.add(object(info)));
    return array;
  }

  private static JsonArray array(List<String> texts) {
    JsonArray array = new JsonArray();
    texts.forEach(array::add);
    return array;
  }
}
