// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.cli;

import io.lighter.cli.command.TextTable;
import io.lighter.cli.command.Units;
import io.lighter.engine.tiered.TierPlan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.apache.hbase.thirdparty.com.google.gson.Gson;
import org.apache.hbase.thirdparty.com.google.gson.GsonBuilder;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/**
 * Plans of tiers, as text and as JSON; {@code docs/reference/json.md} documents the names.
 *
 * @param stores number of stores
 * @param flushBytes size of a flush
 * @param flushes flushes that fill a store
 * @param ssd room of the first tier for all stores in bytes; empty if not given
 * @param rows at least one, all with the same policies
 */
record TiersPlanReport(
    long stores, long flushBytes, int flushes, OptionalLong ssd, List<TiersPlanReport.Row> rows) {
  private static final Gson GSON = new GsonBuilder().setPrettyPrinting().serializeNulls().create();

  /**
   * One plan.
   *
   * @param tiers the plan as a value of {@code lighter.tiered.tiers}
   * @param ofStore what a store does
   * @param stores number of such stores
   * @param ssd room of the first tier for all stores in bytes; empty if not given
   */
  record Row(String tiers, TierPlan plan, TierSimulation ofStore, long stores, OptionalLong ssd) {
    /** The most bytes of all stores by policy, if all have theirs at the same time. */
    Map<String, Long> peak() {
      Map<String, Long> all = new LinkedHashMap<>();
      ofStore.peak().forEach((policy, bytes) -> all.put(policy, bytes * stores));
      return all;
    }

    /** Whether the first tier has room for its peak; false if its room is not given. */
    boolean suffices() {
      return ssd.isPresent() && ofStore.fastPeak() * stores <= ssd.getAsLong();
    }

    private String files() {
      return plan.tiers().stream()
          .map(tier -> Integer.toString(tier.files()))
          .distinct()
          .collect(Collectors.joining(", "));
    }
  }

  /** The plans as a table below the inputs, ended by a line feed. */
  String text() {
    List<String> titles = new ArrayList<>(List.of("K", "WRITTEN", "BLOCKING FILES"));
    rows.get(0).peak().keySet().forEach(policy -> titles.add("PEAK IN " + policy));
    if (ssd.isPresent()) {
      titles.add("SSD SUFFICES");
    }
    titles.add("TIERS");
    TextTable table = new TextTable(titles.toArray(String[]::new));
    for (Row row : rows) {
      List<String> cells = new ArrayList<>();
      cells.add(row.files());
      cells.add(String.format(Locale.ROOT, "%.2f", row.ofStore().amplification()));
      cells.add(Integer.toString(row.ofStore().blockingFiles()));
      row.peak().values().forEach(bytes -> cells.add(Units.bytes(bytes)));
      if (ssd.isPresent()) {
        cells.add(row.suffices() ? "yes" : "no");
      }
      cells.add(row.tiers());
      table.add(cells.toArray(String[]::new));
    }
    return "stores: %d, each filled by %d flushes of %s with new keys%n"
            .formatted(stores, flushes, Units.bytes(flushBytes))
        + ssd.stream()
            .mapToObj(room -> "SSD: %s%n".formatted(Units.bytes(room)))
            .findFirst()
            .orElse("")
        + "\n"
        + table.render()
        + """

        WRITTEN: bytes for each byte flushed, the flush included
        BLOCKING FILES: least hbase.hstore.blockingStoreFiles
        PEAK: most bytes of all stores at the same time, before replication; a store runs one merge
        at a time, and a warm-up that holds its inputs needs more
        TIERS: value of lighter.tiered.tiers; * is the policy of the family's folder
        """;
  }

  /** What {@link #text} says, as one JSON object without a final line feed. */
  String json() {
    JsonObject json = new JsonObject();
    json.addProperty("stores", stores);
    json.addProperty("flush_bytes", flushBytes);
    json.addProperty("flushes", flushes);
    json.addProperty("ssd_bytes", ssd.isPresent() ? ssd.getAsLong() : null);
    JsonArray plans = new JsonArray();
    for (Row row : rows) {
      JsonObject plan = new JsonObject();
      plan.addProperty("tiers", row.tiers());
      JsonArray files = new JsonArray();
      row.plan().tiers().forEach(tier -> files.add(tier.files()));
      plan.add("k", files);
      plan.addProperty("written_per_flushed", row.ofStore().amplification());
      plan.addProperty("blocking_files", row.ofStore().blockingFiles());
      JsonObject peak = new JsonObject();
      row.peak().forEach(peak::addProperty);
      plan.add("peak_bytes", peak);
      plan.addProperty("ssd_suffices", ssd.isPresent() ? row.suffices() : null);
      plans.add(plan);
    }
    json.add("plans", plans);
    return GSON.toJson(json);
  }
}
