// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.experiment.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/** New-Orders per minute by strategy, beside the paper's. */
final class TpmcTable {
  private static final String STOCK = "SS";
  private static final double PERCENT = 100;

  private TpmcTable() {}

  /** Titles, and a row for each strategy. */
  static List<List<String>> of(JsonObject results) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        List.of("Strategy", "tpmC", "against SS %", "order_line tpmC", "paper", "against SS %"));
    for (JsonElement element : results.getAsJsonArray("strategies")) {
      JsonObject strategy = element.getAsJsonObject();
      String name = strategy.get("name").getAsString();
      Optional<Integer> paper = Optional.ofNullable(PaperFigures.TPMC.get(name));
      rows.add(
          List.of(
              name,
              whole(FigureTable.number(strategy, "tpmc")),
              signed(FigureTable.number(strategy, "tpmc_vs_ss_pct")),
              whole(
                  strategy.get("stock_level").isJsonObject()
                      ? FigureTable.number(strategy.getAsJsonObject("stock_level"), "tpmc")
                      : Optional.empty()),
              whole(paper.map(Integer::doubleValue)),
              signed(paper.map(value -> gain(value, PaperFigures.TPMC.get(STOCK))))));
    }
    return rows;
  }

  /** Increase of a value over another in percent. */
  static double gain(double value, double other) {
    return PERCENT * (value / other - 1);
  }

  private static String whole(Optional<Double> value) {
    return value.map(v -> String.format(Locale.ROOT, "%,.0f", v)).orElse("–");
  }

  private static String signed(Optional<Double> value) {
    return value.map(v -> String.format(Locale.ROOT, "%+.1f", v)).orElse("–");
  }
}
