// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import java.util.List;
import java.util.OptionalDouble;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/** Latencies of gets and hit ratios over time as JSON, in equal bins for both tables. */
final class ReportCourse {
  static final int BIN_SLOTS = 5;

  private static final double BIN_SECONDS = BIN_SLOTS * Course.SLOT_MS / 1_000.0;

  private ReportCourse() {}

  /** The course of both tables; times in seconds from the start of the compaction. */
  static JsonObject of(TableReport stock, TableReport lighter) {
    JsonObject json = new JsonObject();
    json.addProperty("bin_s", BIN_SECONDS);
    json.add(Side.STOCK.key(), table(stock));
    json.add(Side.LIGHTER.key(), table(lighter));
    return json;
  }

  private static JsonObject table(TableReport table) {
    Span span = table.span();
    int first = (int) Math.floor(span.from() / BIN_SECONDS);
    int bins = (int) Math.ceil(span.to() / BIN_SECONDS) - first;
    List<OptionalDouble> means = table.gets().means(first, bins, BIN_SLOTS);
    JsonArray times = new JsonArray();
    JsonArray latencies = new JsonArray();
    JsonArray ratios = new JsonArray();
    for (int bin = 0; bin < bins; bin++) {
      double middle = (first + bin + 0.5) * BIN_SECONDS;
      times.add(middle);
      latencies.add(ReportJson.rounded(means.get(bin)));
      ratios.add(ReportJson.ratio(HitInterval.ratioAt(middle, table.hitIntervals())));
    }
    JsonObject json = new JsonObject();
    json.addProperty("commit_s", ReportJson.rounded(span.commit()));
    json.addProperty("warmup_end_s", ReportJson.rounded(span.warmupEnd()));
    json.add("t", times);
    json.add("get_mean_ms", latencies);
    json.add("hit_ratio", ratios);
    return json;
  }
}
