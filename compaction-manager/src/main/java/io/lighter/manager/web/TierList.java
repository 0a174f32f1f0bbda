// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.manager.web;

import io.lighter.manager.monitor.Snapshot;
import io.lighter.manager.monitor.TierSums;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/** List of the tables with an engine of levels; a request gets a page of the list. */
final class TierList {
  static final Paging.Orders<TierSums> ORDERS =
      new Paging.Orders<>(
          Map.of(
              "table", Comparator.comparing(TierSums::table),
              "bytes", by(TierSums::bytes),
              "misplaced_bytes", by(TierSums::misplacedBytes),
              "cold_in_hot_bytes", by(TierSums::coldInHotBytes),
              "hot_in_cold_bytes", by(TierSums::hotInColdBytes),
              "write_amplification", by(TierSums::writeAmplification),
              "full_runs", by(TierSums::fullRuns),
              "flush_spills", by(TierSums::flushSpills),
              "forecast_error_percent", by(TierSums::forecastErrorPercent)),
          "bytes",
          true);

  private TierList() {}

  private static Comparator<TierSums> by(ToDoubleFunction<TierSums> value) {
    return Comparator.comparingDouble(value);
  }

  /** Returns the page, in its order. */
  static JsonObject page(Snapshot snapshot, Paging paging) {
    Paging.Page<TierSums> page =
        paging.of(
            List.copyOf(TierSums.all(snapshot).values()), ORDERS, TierSums::table, TierSums::table);
    JsonArray tables = new JsonArray();
    page.entries().forEach(table -> tables.add(json(table)));
    JsonObject json = new JsonObject();
    json.add("tables", tables);
    paging.addTo(json, page.total());
    return json;
  }

  /** Returns the tiers of one table. */
  static JsonObject json(TierSums sums) {
    JsonObject json = new JsonObject();
    json.addProperty("table", sums.table());
    json.addProperty("stores", sums.stores());
    json.addProperty("bytes", sums.bytes());
    json.addProperty("flushed_bytes", sums.flushedBytes());
    json.add("write_amplification", Json.fraction(sums.writeAmplification()));
    json.add("levels", levels(sums));
    json.addProperty("full_runs", sums.fullRuns());
    json.addProperty("full_run_ms", sums.longestFull().toMillis());
    json.addProperty("flush_spills", sums.flushSpills());
    json.addProperty("forecasts", sums.forecasts());
    json.add("forecast_error_percent", Json.fraction(sums.forecastErrorPercent()));
    json.addProperty("audited_stores", sums.auditedStores());
    json.add("storage", storage(sums));
    json.addProperty("misplaced_bytes", sums.misplacedBytes());
    json.addProperty("cold_in_hot_bytes", sums.coldInHotBytes());
    json.addProperty("hot_in_cold_bytes", sums.hotInColdBytes());
    json.add("misplaced_share", Json.fraction(sums.misplacedShare()));
    return json;
  }

  private static JsonArray levels(TierSums sums) {
    JsonArray levels = new JsonArray();
    sums.levels()
        .forEach(
            (number, level) -> {
              JsonObject each = new JsonObject();
              each.addProperty("level", number);
              each.addProperty("bytes", level.bytes());
              each.addProperty("merged_bytes", level.mergedBytes());
              each.add("write_amplification", Json.fraction(sums.writeAmplification(level)));
              levels.add(each);
            });
    return levels;
  }

  private static JsonArray storage(TierSums sums) {
    JsonArray storage = new JsonArray();
    sums.storage()
        .forEach(
            (type, bytes) -> {
              JsonObject each = new JsonObject();
              each.addProperty("type", type);
              each.addProperty("intended_bytes", bytes.intended());
              each.addProperty("real_bytes", bytes.real());
              storage.add(each);
            });
    return storage;
  }
}
