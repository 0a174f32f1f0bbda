// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.cli.command.TextTable;
import io.lighter.cli.command.Units;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.hadoop.hbase.TableName;
import org.apache.hbase.thirdparty.com.google.gson.Gson;
import org.apache.hbase.thirdparty.com.google.gson.GsonBuilder;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonNull;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.com.google.gson.JsonPrimitive;

/**
 * The store engines of a table, as text and as JSON; {@code docs/reference/json.md} documents the
 * names.
 */
final class EngineReport {
  private static final Gson GSON = new GsonBuilder().setPrettyPrinting().serializeNulls().create();
  private static final String UNKNOWN = "?";

  private EngineReport() {}

  /** The engines of each family as configured and as running, and the stores, ended by a feed. */
  static String text(
      TableName table, List<EngineSettings.Configured> families, EngineCluster.Observed observed) {
    StringBuilder text = new StringBuilder("table: " + table + "\n\n");
    TextTable engines = new TextTable("FAMILY", "CONFIGURED", "BY", "RUNNING");
    for (EngineSettings.Configured family : families) {
      engines.add(
          family.family(),
          engine(family.className(), family.decorated()),
          family.origin(),
          running(observed.stores().stores(), family.family()));
    }
    text.append(engines.render());
    if (observed.problem().isPresent()) {
      return text.append("\nstores: not known: ").append(observed.problem().get()) + "\n";
    }
    appendSums(text.append('\n'), observed.stores());
    observed.stores().tiers().ifPresent(tiers -> appendTiers(text, tiers));
    appendStores(text, observed.stores());
    return text.toString();
  }

  /** The engines of a family's stores with their number, such as {@code range: 3, default: 1}. */
  private static String running(List<TableStores.Store> stores, String family) {
    Map<String, Integer> engines = new TreeMap<>();
    stores.stream()
        .filter(store -> store.family().equals(family))
        .forEach(
            store -> engines.merge(engine(store.engine(), store.decorated()), 1, Integer::sum));
    return engines.isEmpty()
        ? UNKNOWN
        : String.join(
            ", ",
            engines.entrySet().stream()
                .map(each -> each.getKey() + ": " + count(each.getValue(), "region"))
                .toList());
  }

  private static String engine(String className, boolean decorated) {
    return engine(className, Optional.of(decorated));
  }

  private static String engine(String className, Optional<Boolean> decorated) {
    return EngineName.describe(className)
        + decorated
            .map(with -> with ? "" : " (without Lighter)")
            .orElse(" (with or without Lighter: not known)");
  }

  private static void appendSums(StringBuilder text, TableStores stores) {
    if (stores.sums().isEmpty()) {
      text.append("stores: not known: no region server with Lighter reports the table\n");
      return;
    }
    TableStores.Sums sums = stores.sums().get();
    text.append("write amplification: ").append(ratio(sums.write()));
    text.append(
        " (%s flushed, %s compacted since the region servers started)%n"
            .formatted(Units.bytes(sums.flushedBytes()), Units.bytes(sums.compactedBytes())));
    text.append("read amplification: ").append(ratio(sums.read()));
    text.append(" (sorted runs of a store; the most are %d)%n".formatted(sums.mostRuns()));
    text.append("space amplification: ").append(ratio(sums.space()));
    text.append(
        " (%s, un-merged %s)%n"
            .formatted(Units.bytes(sums.bytes()), Units.bytes(sums.unmergedBytes())));
  }

  /** What the levels hold, and what merges wrote to them. */
  private static void appendTiers(StringBuilder text, TableStores.Tiers tiers) {
    text.append("full runs: ").append(tiers.fullRuns());
    text.append(
        tiers.fullRunMs() > 0
            ? " (a store has had one for %s)%n".formatted(Units.duration(tiers.fullRunMs()))
            : "\n");
    text.append("misplaced replicas: ");
    text.append(
        tiers
            .misplacedShare()
            .map(
                share ->
                    "%s, %.0f %% (cold in hot %s, hot in cold %s)%n"
                        .formatted(
                            Units.bytes(tiers.misplacedBytes()),
                            100 * share,
                            Units.bytes(tiers.coldInHotBytes()),
                            Units.bytes(tiers.hotInColdBytes())))
            .orElse(UNKNOWN + " (no audit yet)\n"));
    if (!tiers.levels().isEmpty()) {
      TextTable table = new TextTable("LEVEL", "SIZE", "MERGED", "PER BYTE FLUSHED");
      for (TableStores.Level level : tiers.levels()) {
        table.add(
            Integer.toString(level.level()),
            Units.bytes(level.bytes()),
            Units.bytes(level.mergedBytes()),
            ratio(level.write()));
      }
      text.append('\n').append(table.render());
    }
  }

  private static void appendStores(StringBuilder text, TableStores stores) {
    if (!stores.stores().isEmpty()) {
      TextTable table =
          new TextTable(
              "REGION", "FAMILY", "SERVER", "ENGINE", "FILES", "RUNS", "SIZE", "UN-MERGED");
      for (TableStores.Store store : stores.stores()) {
        table.add(
            store.region(),
            store.family(),
            store.regionServer(),
            engine(store.engine(), store.decorated()),
            Integer.toString(store.files()),
            Integer.toString(store.runs()),
            Units.bytes(store.bytes()),
            Units.bytes(store.unmergedBytes()));
      }
      text.append('\n').append(table.render());
      appendTrees(text, stores.stores());
    }
    if (stores.leftOut() > 0) {
      text.append("and ").append(stores.leftOut()).append(" stores more\n");
    }
    if (!stores.silentServers().isEmpty()) {
      text.append("not reported yet: ").append(String.join(", ", stores.silentServers()));
      text.append('\n');
    }
  }

  /** The trees of each stage, with what is due; nothing for stores of engines without trees. */
  private static void appendTrees(StringBuilder text, List<TableStores.Store> stores) {
    TextTable table =
        new TextTable("REGION", "FAMILY", "STAGE", "TREES", "FILES", "SIZE", "CLUSTERS DUE", "DUE");
    boolean isEmpty = true;
    for (TableStores.Store store : stores) {
      Map<Integer, List<TableStores.Tree>> byStage = new TreeMap<>();
      for (TableStores.Tree tree : store.trees()) {
        byStage.computeIfAbsent(tree.stage(), stage -> new ArrayList<>()).add(tree);
      }
      for (Map.Entry<Integer, List<TableStores.Tree>> stage : byStage.entrySet()) {
        List<TableStores.Tree> trees = stage.getValue();
        isEmpty = false;
        table.add(
            store.region(),
            store.family(),
            stage.getKey().toString(),
            Integer.toString(trees.size()),
            Integer.toString(trees.stream().mapToInt(TableStores.Tree::files).sum()),
            Units.bytes(trees.stream().mapToLong(TableStores.Tree::bytes).sum()),
            Integer.toString(trees.stream().mapToInt(TableStores.Tree::dueClusters).sum()),
            Units.bytes(trees.stream().mapToLong(TableStores.Tree::dueBytes).sum()));
      }
    }
    text.append(isEmpty ? "" : "\n" + table.render());
  }

  private static String ratio(Optional<Double> ratio) {
    return ratio.map(value -> String.format(Locale.ROOT, "%.2f", value)).orElse(UNKNOWN);
  }

  static String count(int number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }

  /** What {@link #text} says, as one JSON object without a final line feed. */
  static String json(
      TableName table, List<EngineSettings.Configured> families, EngineCluster.Observed observed) {
    JsonArray configured = new JsonArray();
    for (EngineSettings.Configured family : families) {
      JsonObject each = new JsonObject();
      each.addProperty("family", family.family());
      each.addProperty("engine", EngineName.describe(family.className()));
      each.addProperty("class", family.className());
      each.add("decorated", orNull(family.decorated().map(JsonPrimitive::new)));
      each.addProperty("origin", family.origin());
      configured.add(each);
    }
    JsonArray stores = new JsonArray();
    for (TableStores.Store store : observed.stores().stores()) {
      JsonObject each = new JsonObject();
      each.addProperty("region", store.region());
      each.addProperty("family", store.family());
      each.addProperty("region_server", store.regionServer());
      each.addProperty("engine", EngineName.describe(store.engine()));
      each.addProperty("class", store.engine());
      each.addProperty("decorated", store.decorated());
      each.addProperty("files", store.files());
      each.addProperty("runs", store.runs());
      each.addProperty("bytes", store.bytes());
      each.addProperty("waiting_bytes", store.waitingBytes());
      each.addProperty("unmerged_bytes", store.unmergedBytes());
      each.add("trees", trees(store));
      stores.add(each);
    }
    JsonObject json = new JsonObject();
    json.addProperty("table", table.getNameAsString());
    json.add("problem", orNull(observed.problem().map(JsonPrimitive::new)));
    json.add("families", configured);
    json.add("sums", orNull(observed.stores().sums().map(EngineReport::sums)));
    json.add("tiers", orNull(observed.stores().tiers().map(EngineReport::tiers)));
    json.add("stores", stores);
    json.addProperty("stores_left_out", observed.stores().leftOut());
    json.add("silent_servers", strings(observed.stores().silentServers()));
    return GSON.toJson(json);
  }

  private static JsonArray trees(TableStores.Store store) {
    JsonArray trees = new JsonArray();
    for (TableStores.Tree tree : store.trees()) {
      JsonObject each = new JsonObject();
      each.addProperty("stage", tree.stage());
      each.addProperty("files", tree.files());
      each.addProperty("bytes", tree.bytes());
      each.addProperty("due_clusters", tree.dueClusters());
      each.addProperty("due_bytes", tree.dueBytes());
      trees.add(each);
    }
    return trees;
  }

  private static JsonObject sums(TableStores.Sums sums) {
    JsonObject json = new JsonObject();
    json.addProperty("flushed_bytes", sums.flushedBytes());
    json.addProperty("compacted_bytes", sums.compactedBytes());
    json.addProperty("bytes", sums.bytes());
    json.addProperty("unmerged_bytes", sums.unmergedBytes());
    json.addProperty("most_runs", sums.mostRuns());
    json.add("write_amplification", orNull(sums.write().map(JsonPrimitive::new)));
    json.add("read_amplification", orNull(sums.read().map(JsonPrimitive::new)));
    json.add("space_amplification", orNull(sums.space().map(JsonPrimitive::new)));
    return json;
  }

  private static JsonObject tiers(TableStores.Tiers tiers) {
    JsonArray levels = new JsonArray();
    for (TableStores.Level level : tiers.levels()) {
      JsonObject each = new JsonObject();
      each.addProperty("level", level.level());
      each.addProperty("bytes", level.bytes());
      each.addProperty("merged_bytes", level.mergedBytes());
      each.add("write_amplification", orNull(level.write().map(JsonPrimitive::new)));
      levels.add(each);
    }
    JsonObject json = new JsonObject();
    json.add("levels", levels);
    json.addProperty("full_runs", tiers.fullRuns());
    json.addProperty("full_run_ms", tiers.fullRunMs());
    json.addProperty("misplaced_bytes", tiers.misplacedBytes());
    json.addProperty("cold_in_hot_bytes", tiers.coldInHotBytes());
    json.addProperty("hot_in_cold_bytes", tiers.hotInColdBytes());
    json.add("misplaced_share", orNull(tiers.misplacedShare().map(JsonPrimitive::new)));
    return json;
  }

  static JsonElement orNull(Optional<? extends JsonElement> value) {
    return value.isPresent() ? value.get() : JsonNull.INSTANCE;
  }

  static JsonArray strings(List<String> values) {
    JsonArray array = new JsonArray();
    values.forEach(array::add);
    return array;
  }
}
