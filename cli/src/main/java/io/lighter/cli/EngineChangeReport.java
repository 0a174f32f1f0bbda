// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.cli.command.Units;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hbase.TableName;
import org.apache.hbase.thirdparty.com.google.gson.Gson;
import org.apache.hbase.thirdparty.com.google.gson.GsonBuilder;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonNull;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.com.google.gson.JsonPrimitive;

/**
 * A change of a table's engine with its cost, as text and as JSON; {@code docs/reference/json.md}
 * documents the names.
 *
 * @param changes changed keys of the table
 * @param regions regions that reopen, with their servers
 * @param notReported how many of them have a store that is not reported; the cost is not known then
 * @param waiting stores whose flushes wait after the change
 * @param dryRun whether the change is not made
 */
record EngineChangeReport(
    TableName table,
    List<String> changes,
    Map<String, Optional<String>> regions,
    int notReported,
    EngineCluster.Observed observed,
    EngineCost cost,
    Optional<EngineChangeReport.Waiting> waiting,
    boolean dryRun) {
  private static final Gson GSON = new GsonBuilder().setPrettyPrinting().serializeNulls().create();

  /**
   * Stores with more files than HBase allows while it accepts flushes.
   *
   * @param blockingFiles {@code hbase.hstore.blockingStoreFiles} after the change
   */
  record Waiting(int stores, int blockingFiles) {}

  /** The change as text, ended by a feed. */
  String text() {
    StringBuilder text = new StringBuilder();
    if (changes.isEmpty()) {
      return text.append(table).append(": nothing to change\n").toString();
    }
    text.append(dryRun ? "would change " : "changed ").append(table).append('\n');
    changes.forEach(change -> text.append("  ").append(change).append('\n'));
    text.append("regions that reopen: ").append(EngineReport.count(regions.size(), "region"));
    text.append(" (").append(String.join(", ", EngineCost.reopened(regions))).append(")\n");
    if (observed.problem().isPresent()) {
      return text.append("cost: not known: ").append(observed.problem().get()) + "\n";
    }
    if (notReported > 0) {
      appendUnknownCost(text);
    } else {
      appendCost(text);
    }
    waiting.ifPresent(
        stores ->
            text.append("flushes wait: ")
                .append(EngineReport.count(stores.stores(), "store"))
                .append(
                    " with more files than %s = %d, until HBase has compacted them%n"
                        .formatted(BlockingFiles.KEY, stores.blockingFiles()))
                .append("  to avoid that, run 'engine enable --engine default' first, which raises")
                .append(" the number, then major_compact in the HBase shell,\n")
                .append("  and this command when the files are merged\n"));
    return text.toString();
  }

  private void appendUnknownCost(StringBuilder text) {
    text.append(
        "rewritten: not known: stores of %d of %s are not reported%n"
            .formatted(notReported, EngineReport.count(regions.size(), "region")));
    text.append("free space needed: not known\nexpected time: not known\n");
    TableStores stores = observed.stores();
    if (stores.leftOut() > 0) {
      text.append("stores that reports leave out: ").append(stores.leftOut()).append('\n');
    }
    if (!stores.silentServers().isEmpty()) {
      text.append("region servers that did not answer: ");
      text.append(String.join(", ", stores.silentServers())).append('\n');
    }
  }

  private void appendCost(StringBuilder text) {
    text.append("rewritten: up to ").append(Units.bytes(cost.rewrittenBytes()));
    text.append(" in ").append(EngineReport.count(cost.stores(), "store"));
    text.append(cost.stores() == 0 ? "\n" : ": " + cost.reason() + "\n");
    text.append("free space needed: ").append(Units.bytes(cost.leastSpace()));
    text.append(" for the largest compaction, ").append(Units.bytes(cost.mostSpace()));
    text.append(" for all at a time, before replication\n");
    text.append("expected time: ");
    text.append(
        cost.duration()
            .map(time -> Units.duration(time.toMillis()))
            .orElse("not known: no compaction server has completed a job yet"));
    observed
        .bytesPerSecond()
        .ifPresent(rate -> text.append(" at %s/s a job".formatted(Units.bytes(rate))));
    text.append('\n');
  }

  /** What {@link #text} says, as one JSON object without a final line feed. */
  String json() {
    JsonArray reopened = new JsonArray();
    regions.forEach(
        (region, server) -> {
          JsonObject each = new JsonObject();
          each.addProperty("region", region);
          each.add("region_server", EngineReport.orNull(server.map(JsonPrimitive::new)));
          reopened.add(each);
        });
    boolean known = observed.problem().isEmpty() && notReported == 0;
    JsonObject json = new JsonObject();
    json.addProperty("table", table.getNameAsString());
    json.addProperty("changed", !dryRun && !changes.isEmpty());
    json.add("changes", EngineReport.strings(changes));
    json.add("regions", reopened);
    json.addProperty("regions_not_reported", notReported);
    json.add("problem", EngineReport.orNull(observed.problem().map(JsonPrimitive::new)));
    json.add("rewritten_stores", number(known, cost.stores()));
    json.add("rewritten_bytes", number(known, cost.rewrittenBytes()));
    json.add("least_space_bytes", number(known, cost.leastSpace()));
    json.add("most_space_bytes", number(known, cost.mostSpace()));
    json.add(
        "expected_ms",
        EngineReport.orNull(
            cost.duration().filter(time -> known).map(time -> new JsonPrimitive(time.toMillis()))));
    json.add(
        "waiting_stores", number(known, waiting.map(EngineChangeReport.Waiting::stores).orElse(0)));
    json.addProperty("stores_left_out", observed.stores().leftOut());
    json.add("silent_servers", EngineReport.strings(observed.stores().silentServers()));
    return GSON.toJson(json);
  }

  private static JsonElement number(boolean known, long value) {
    return known ? new JsonPrimitive(value) : JsonNull.INSTANCE;
  }
}
