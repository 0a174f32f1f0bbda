// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.apache.hbase.thirdparty.com.google.gson.Gson;
import org.apache.hbase.thirdparty.com.google.gson.GsonBuilder;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/** The report as JSON. Figures of phases without a sample are {@code null}. */
final class ReportJson {
  private static final Gson GSON =
      new GsonBuilder().serializeNulls().setPrettyPrinting().disableHtmlEscaping().create();
  private static final double PRECISION = 1_000;

  private ReportJson() {}

  static String of(DemoReport report) {
    return GSON.toJson(object(report)) + System.lineSeparator();
  }

  /** The report as an object. */
  static JsonObject object(DemoReport report) {
    TableReport stock = report.table(Side.STOCK);
    TableReport lighter = report.table(Side.LIGHTER);
    JsonObject json = new JsonObject();
    json.addProperty("rows", report.rows());
    json.addProperty("verified_cells", report.verdict().cells());
    json.addProperty("mismatches", report.verdict().mismatches());
    json.add(Side.STOCK.key(), table(stock));
    JsonObject ofLighter = table(lighter);
    ofLighter.addProperty("offloaded_jobs", report.jobs().offloaded());
    ofLighter.addProperty("local_jobs", report.jobs().local());
    json.add(Side.LIGHTER.key(), ofLighter);
    json.add("comparison", comparison(report, stock, lighter));
    json.addProperty("settled", report.unsettled().isEmpty());
    JsonArray turns = new JsonArray();
    for (Turn turn : report.turns()) {
      JsonObject one = new JsonObject();
      one.addProperty("table", turn.side().key());
      table(TableReport.pooled(List.of(turn)))
          .entrySet()
          .forEach(entry -> one.add(entry.getKey(), entry.getValue()));
      turns.add(one);
    }
    json.add("turns", turns);
    json.add("course", ReportCourse.of(stock, lighter));
    JsonArray isolation = new JsonArray();
    report.isolation().lines().forEach(line -> isolation.add(line.strip()));
    json.add("isolation", isolation);
    return json;
  }

  /** The result of an existing cluster, without measurements. */
  static String of(ClusterDemo.Outcome outcome, int rows) {
    JsonObject json = new JsonObject();
    json.addProperty("rows", rows);
    json.addProperty("verified_cells", outcome.verdict().cells());
    json.addProperty("mismatches", outcome.verdict().mismatches());
    JsonObject lighter = new JsonObject();
    lighter.addProperty("offloaded_jobs", outcome.jobs().offloaded());
    lighter.addProperty("local_jobs", outcome.jobs().local());
    json.add("lighter", lighter);
    return GSON.toJson(json) + System.lineSeparator();
  }

  private static JsonObject table(TableReport table) {
    JsonObject json = new JsonObject();
    json.addProperty("compaction_s", rounded(table.compactionSeconds()));
    json.addProperty("warmup_s", rounded(table.warmup().seconds()));
    JsonObject hitRatio = new JsonObject();
    for (Phase phase : Phase.MEASURED) {
      hitRatio.addProperty(phase.label(), ratio(table.hitRatio(phase)));
    }
    json.add("hit_ratio", hitRatio);
    for (Operation operation : Operation.values()) {
      JsonObject phases = new JsonObject();
      for (Phase phase : Phase.MEASURED) {
        phases.add(phase.label(), latency(table.latency(operation, phase)));
      }
      json.add(operation.label(), phases);
    }
    return json;
  }

  private static JsonObject latency(Latency latency) {
    boolean known = latency.samples() > 0;
    JsonObject json = new JsonObject();
    json.addProperty("mean_ms", known ? (Number) rounded(latency.meanMs()) : null);
    json.addProperty("trimmed_mean_ms", known ? (Number) rounded(latency.trimmedMs()) : null);
    json.addProperty("p99_ms", known ? (Number) rounded(latency.p99Ms()) : null);
    return json;
  }

  private static JsonObject comparison(DemoReport report, TableReport stock, TableReport lighter) {
    JsonObject json = new JsonObject();
    for (Operation operation : Operation.values()) {
      Comparison comparison = Comparison.of(stock, lighter, operation);
      JsonObject one = new JsonObject();
      one.addProperty("before_agrees", comparison.isFair());
      one.addProperty(
          "before_difference", comparison.difference().map(ReportJson::rounded).orElse(null));
      one.addProperty("settled", !report.unsettled().contains(operation));
      for (Side side : Side.values()) {
        TableReport table = side == Side.STOCK ? stock : lighter;
        JsonObject factors = new JsonObject();
        for (Phase phase : List.of(Phase.DURING, Phase.AFTER)) {
          Optional<Comparison.Factors> factor =
              comparison.factors(side, table.latency(operation, phase));
          JsonObject both = new JsonObject();
          both.addProperty("mean", factor.map(each -> rounded(each.mean())).orElse(null));
          both.addProperty("p99", factor.map(each -> rounded(each.p99())).orElse(null));
          factors.add(phase.label(), both);
        }
        one.add(side.key(), factors);
      }
      json.add(operation.label(), one);
    }
    return json;
  }

  static Number ratio(OptionalDouble ratio) {
    return ratio.isPresent() ? Math.round(ratio.getAsDouble() * 1e6) / 1e6 : null;
  }

  static Number rounded(OptionalDouble value) {
    return value.isPresent() ? (Number) rounded(value.getAsDouble()) : null;
  }

  static double rounded(double value) {
    return Math.round(value * PRECISION) / PRECISION;
  }
}
