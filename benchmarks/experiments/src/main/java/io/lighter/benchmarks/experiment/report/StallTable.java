// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import io.lighter.benchmarks.stall.ExplainedStall;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/** The table of the causes of stalls that {@link StallsJson} adds to a strategy. */
final class StallTable {
  private StallTable() {}

  /** The table of strategies with pooled figures; empty in results without causes. */
  static Optional<PooledTables.Table> of(List<JsonObject> strategies) {
    List<JsonObject> known = strategies.stream().filter(s -> s.has("stalls")).toList();
    if (known.isEmpty()) {
      return Optional.empty();
    }
    SortedSet<String> causes = new TreeSet<>();
    SortedSet<String> missing = new TreeSet<>();
    for (JsonObject strategy : known) {
      JsonObject stalls = strategy.getAsJsonObject("stalls");
      causes.addAll(stalls.getAsJsonObject("by_cause").keySet());
      JsonArray left = stalls.getAsJsonArray("missing");
      left.forEach(source -> missing.add(source.getAsString()));
    }
    causes.remove(ExplainedStall.UNEXPLAINED);
    List<String> titles = new ArrayList<>(List.of("Strategy", "n", "seconds", "stalls"));
    titles.addAll(causes);
    titles.add(ExplainedStall.UNEXPLAINED);
    List<List<String>> rows = new ArrayList<>(List.of(titles));
    for (JsonObject strategy : known) {
      rows.add(row(strategy, titles.subList(4, titles.size())));
    }
    return Optional.of(new PooledTables.Table("causes", caption(missing), rows));
  }

  private static List<String> row(JsonObject strategy, List<String> causes) {
    JsonObject stalls = strategy.getAsJsonObject("stalls");
    List<String> row = new ArrayList<>();
    row.add(strategy.get("name").getAsString());
    row.add(PooledTables.pooled(strategy).orElseThrow().get("n").getAsString());
    row.add(seconds(stalls));
    row.add(stalls.get("count").getAsString());
    for (String cause : causes) {
      JsonElement count = stalls.getAsJsonObject("by_cause").get(cause);
      row.add(count == null ? "0" : count.getAsString());
    }
    return row;
  }

  /** Measured seconds; a dash in results from before they were written. */
  private static String seconds(JsonObject stalls) {
    JsonElement seconds = stalls.get("seconds");
    return FigureTable.percent(
        seconds == null ? Optional.empty() : Optional.of(seconds.getAsDouble()));
  }

  private static String caption(SortedSet<String> missing) {
    String caption =
        "What stalls were, in all phases of the runs that count, which took these seconds: the"
            + " longest delay, if it covers a third of the longest operation's time";
    return missing.isEmpty()
        ? caption
        : caption + "; not measured here: " + String.join(", ", missing);
  }
}
