// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import io.lighter.benchmarks.experiment.Phase;
import io.lighter.benchmarks.experiment.Strategy;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/** Tables of the requests to an object store by strategy, of {@link StoreTrafficJson}. */
final class StoreTable {
  private static final List<FigureColumn> COLUMNS =
      List.of(
          new FigureColumn("s", "seconds", "%.0f"),
          new FigureColumn("GET", "gets", "%,.0f"),
          new FigureColumn("HEAD", "heads", "%,.0f"),
          new FigureColumn("LIST", "lists", "%,.0f"),
          new FigureColumn("PUT", "puts", "%,.0f"),
          new FigureColumn("POST", "posts", "%,.0f"),
          new FigureColumn("DELETE", "deletes", "%,.0f"),
          new FigureColumn("MB read", "read_mb", "%,.1f"),
          new FigureColumn("MB written", "written_mb", "%,.1f"));
  private static final FigureColumn COST = new FigureColumn("cost", StoreTrafficJson.COST, "%.4f");

  private static final String NOT_COMPARED = "–";

  /** Relative difference of two spans that count as equally long. */
  private static final double SAME_LENGTH = 0.05;

  private StoreTable() {}

  /**
   * The tables of a section: of the compaction, and of the time from the commit to 120 s later.
   * None without an object store.
   */
  static List<PooledTables.Table> of(Section section) {
    List<JsonObject> strategies =
        section.strategies().asList().stream()
            .map(JsonElement::getAsJsonObject)
            .filter(strategy -> strategy.has(StoreTrafficJson.FIELD))
            .toList();
    if (strategies.isEmpty()) {
      return List.of();
    }
    return List.of(
        table(
            "store-compaction",
            "Requests to the object store in a compaction, of all processes together",
            Phase.COMPACTION.label(),
            strategies),
        table(
            "store-window",
            "Requests to the object store from the commit to 120 s after it, as far as the trial"
                + " lasts; the last column compares GETs with those of prefetch on open, if both"
                + " were counted for as long",
            MeasuredCompaction.WINDOW,
            strategies));
  }

  private static PooledTables.Table table(
      String name, String caption, String span, List<JsonObject> strategies) {
    boolean hasCosts =
        strategies.stream().anyMatch(s -> figures(s, span).has(StoreTrafficJson.COST));
    boolean isCompared = span.equals(MeasuredCompaction.WINDOW);
    Optional<JsonObject> prefetched =
        strategies.stream()
            .filter(s -> s.get("name").getAsString().equals(Strategy.PF.name()))
            .findFirst()
            .map(s -> figures(s, span));
    List<List<String>> rows = new ArrayList<>();
    List<String> titles = new ArrayList<>(List.of("Strategy"));
    COLUMNS.forEach(column -> titles.add(column.title()));
    if (hasCosts) {
      titles.add(COST.title());
    }
    if (isCompared) {
      titles.add("% of PF");
    }
    rows.add(titles);
    for (JsonObject strategy : strategies) {
      JsonObject figures = figures(strategy, span);
      List<String> row = new ArrayList<>(List.of(strategy.get("name").getAsString()));
      COLUMNS.forEach(column -> row.add(column.cell(figures)));
      if (hasCosts) {
        row.add(COST.cell(figures));
      }
      if (isCompared) {
        row.add(prefetched.map(all -> percentOf(figures, all)).orElse(NOT_COMPARED));
      }
      rows.add(row);
    }
    return new PooledTables.Table(name, caption, rows);
  }

  private static JsonObject figures(JsonObject strategy, String span) {
    JsonObject spans = strategy.getAsJsonObject(StoreTrafficJson.FIELD);
    return spans.has(span) ? spans.getAsJsonObject(span) : new JsonObject();
  }

  /** Fewer seconds have fewer requests, so spans of other lengths are not compared. */
  private static String percentOf(JsonObject figures, JsonObject all) {
    Optional<Double> gets = FigureTable.number(figures, "gets");
    double allGets = FigureTable.number(all, "gets").orElse(0.0);
    double seconds = FigureTable.number(figures, "seconds").orElse(0.0);
    double allSeconds = FigureTable.number(all, "seconds").orElse(0.0);
    boolean isAsLong = Math.abs(seconds - allSeconds) <= SAME_LENGTH * allSeconds;
    return gets.isPresent() && allGets > 0 && isAsLong
        ? String.format(Locale.ROOT, "%.1f", 100 * gets.get() / allGets)
        : NOT_COMPARED;
  }
}
