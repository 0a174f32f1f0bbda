// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The Lighter authors
package io.lighter.benchmarks.demo;

import java.util.Map;
import java.util.OptionalDouble;
import org.apache.hbase.thirdparty.com.google.gson.Gson;
import org.apache.hbase.thirdparty.com.google.gson.GsonBuilder;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/** The report as JSON. Figures of phases without a sample are {@code null}. */
final class ReportJson {
  private static final Gson GSON =
      new GsonBuilder().serializeNulls().setPrettyPrinting().disableHtmlEscaping().create();
  private static final double PRECISION = 1_000;

  private ReportJson() {}

  static String of(DemoReport report) {
    JsonObject json = new JsonObject();
    json.addProperty("rows", report.rows());
    json.addProperty("verified_cells", report.verdict().cells());
    json.addProperty("mismatches", report.verdict().mismatches());
    json.add("stock", table(report.stock()));
    JsonObject lighter = table(report.lighter());
    lighter.addProperty("offloaded_jobs", report.jobs().offloaded());
    lighter.addProperty("local_jobs", report.jobs().local());
    json.add("lighter", lighter);
    return GSON.toJson(json) + System.lineSeparator();
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

  private static JsonObject table(DemoReport.TableReport table) {
    JsonObject json = new JsonObject();
    json.addProperty("compaction_s", rounded(table.compactionSeconds()));
    json.addProperty("warmup_s", rounded(table.warmup().seconds()));
    JsonObject hitRatio = new JsonObject();
    hitRatio.addProperty("before", ratio(table.hitRatio(Phase.BEFORE)));
    hitRatio.addProperty("during", ratio(table.hitRatio(Phase.DURING)));
    hitRatio.addProperty("after", ratio(table.hitRatio(Phase.AFTER)));
    json.add("hit_ratio", hitRatio);
    for (Operation operation : Operation.values()) {
      Map<Phase, Latency> latencies = table.latencies().get(operation);
      JsonObject phases = new JsonObject();
      phases.add("before", latency(latencies.get(Phase.BEFORE)));
      phases.add("during", latency(latencies.get(Phase.DURING)));
      phases.add("after", latency(latencies.get(Phase.AFTER)));
      json.add(operation.label(), phases);
    }
    return json;
  }

  private static JsonObject latency(Latency latency) {
    boolean known = latency.samples() > 0;
    JsonObject json = new JsonObject();
    json.addProperty("mean_ms", known ? (Number) rounded(latency.meanMs()) : null);
    json.addProperty("p99_ms", known ? (Number) rounded(latency.p99Ms()) : null);
    return json;
  }

  private static Number ratio(OptionalDouble ratio) {
    return ratio.isPresent() ? Math.round(ratio.getAsDouble() * 1e6) / 1e6 : null;
  }

  private static double rounded(double value) {
    return Math.round(value * PRECISION) / PRECISION;
  }
}
