// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.cli.command.TextTable;
import io.lighter.cli.command.Units;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.TableName;
import org.apache.hbase.thirdparty.com.google.gson.Gson;
import org.apache.hbase.thirdparty.com.google.gson.GsonBuilder;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.com.google.gson.JsonPrimitive;

/**
 * The files of a table by level and tier, as text and as JSON; {@code docs/reference/json.md}
 * documents the names. Stateless.
 */
final class TiersShowReport {
  private static final Gson GSON = new GsonBuilder().setPrettyPrinting().serializeNulls().create();
  private static final String UNKNOWN = "?";

  private TiersShowReport() {}

  /** The files of each store, and the sums by type of storage, ended by a line feed. */
  static String text(TableName table, List<TierPlacement> stores) {
    StringBuilder text = new StringBuilder("table: " + table + "\n");
    for (TierPlacement store : stores) {
      text.append(
          "%nregion %s, family %s: %s, level 0 is %s%s%n"
              .formatted(
                  store.store().region(),
                  store.store().family(),
                  EngineReport.count(store.files().size(), "file"),
                  Units.bytes(store.base()),
                  store.isGuess() ? " (flush size; no file shows another)" : ""));
      if (!store.files().isEmpty()) {
        text.append(files(store));
      }
    }
    return text.append('\n').append(sums(stores)).toString();
  }

  private static String files(TierPlacement store) {
    TextTable table = new TextTable("LEVEL", "RUN", "TIER", "POLICY", "SIZE", "BLOCKS", "FILE");
    for (TierPlacement.File file : store.files()) {
      table.add(
          Integer.toString(file.level()),
          file.run().map(run -> Integer.toString(run)).orElse("-"),
          Integer.toString(file.tier()),
          file.policy().orElseGet(() -> "* (%s)".formatted(store.store().policy().orElse(UNKNOWN))),
          Units.bytes(file.file().view().ownBytes()),
          blocks(file),
          file.file().name());
    }
    return table.render();
  }

  private static String blocks(TierPlacement.File file) {
    if (!file.file().isOwn()) {
      return "of another file";
    }
    return file.real().isEmpty()
        ? UNKNOWN
        : file.real().entrySet().stream()
            .map(type -> type.getKey() + " " + Units.bytes(type.getValue()))
            .collect(Collectors.joining(", "));
  }

  private static String sums(List<TierPlacement> stores) {
    Map<String, Long> intended = TierPlacement.intended(stores);
    Map<String, Long> real = TierPlacement.real(stores);
    TreeSet<String> types = new TreeSet<>(intended.keySet());
    types.addAll(real.keySet());
    if (types.isEmpty()) {
      return "types of storage: not known\n";
    }
    TextTable table = new TextTable("TYPE", "INTENDED", "REAL");
    for (String type : types) {
      table.add(
          type,
          Units.bytes(intended.getOrDefault(type, 0L)),
          Units.bytes(real.getOrDefault(type, 0L)));
    }
    return table.render() + "bytes of blocks and of these sums are those of all replicas\n";
  }

  /** What {@link #text} says, as one JSON object without a final line feed. */
  static String json(TableName table, List<TierPlacement> stores) {
    JsonArray all = new JsonArray();
    for (TierPlacement store : stores) {
      JsonObject each = new JsonObject();
      each.addProperty("region", store.store().region());
      each.addProperty("family", store.store().family());
      each.add(
          "family_policy", EngineReport.orNull(store.store().policy().map(JsonPrimitive::new)));
      each.addProperty("base_bytes", store.base());
      each.addProperty("base_is_guess", store.isGuess());
      JsonArray files = new JsonArray();
      store.files().forEach(file -> files.add(json(file)));
      each.add("files", files);
      all.add(each);
    }
    JsonObject json = new JsonObject();
    json.addProperty("table", table.getNameAsString());
    json.add("stores", all);
    json.add("intended_bytes", bytes(TierPlacement.intended(stores)));
    json.add("real_bytes", bytes(TierPlacement.real(stores)));
    return GSON.toJson(json);
  }

  private static JsonObject json(TierPlacement.File file) {
    JsonObject json = new JsonObject();
    json.addProperty("name", file.file().name());
    json.addProperty("bytes", file.file().view().ownBytes());
    json.addProperty("level", file.level());
    json.addProperty("run", file.run().orElse(null));
    json.addProperty("tier", file.tier());
    json.addProperty("policy", file.policy().orElse(TierSimulation.FAMILY));
    json.addProperty("own_blocks", file.file().isOwn());
    json.add("intended_bytes", bytes(file.intended()));
    json.add("real_bytes", bytes(file.real()));
    return json;
  }

  private static JsonObject bytes(Map<String, Long> byType) {
    JsonObject json = new JsonObject();
    byType.forEach(json::addProperty);
    return json;
  }
}
